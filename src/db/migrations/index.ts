import { Migration20261120090000 } from './20261120090000-initial.ts';
import { Migration20261120100419 } from './20261120100419-operators.ts';
import { Migration20261121200000 } from './20261121200000-two-versions.ts';
import { Migration20261121200100 } from './20261121200100-check-bounds.ts';
import { Migration20261121200200 } from './20261121200200-partition-records.ts';

/** Every migration, oldest first. One that has been released is never changed. */
export const migrations = [
  // Kept a line each, so that the next one is a line more.
  { name: '20261120090000-initial', class: Migration20261120090000 },
  { name: '20261120100419-operators', class: Migration20261120100419 },
  { name: '20261121200000-two-versions', class: Migration20261121200000 },
  { name: '20261121200100-check-bounds', class: Migration20261121200100 },
  { name: '20261121200200-partition-records', class: Migration20261121200200 },
];
