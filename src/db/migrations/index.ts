import { Migration20261120100000Initial } from './20261120100000-initial.ts';

/** Every migration, oldest first. One that has been released is never changed. */
export const migrations = [{ name: '20261120100000-initial', class: Migration20261120100000Initial }];
