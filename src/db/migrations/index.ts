import { readdirSync } from 'node:fs';
import type { Migration } from '@mikro-orm/migrations';

/** A query that returns statements, one per row (`statement`), for names that only the database knows. */
interface StatementsOf {
  each: string;
}

interface ListedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
  /** Statements that cannot run in a transaction. They run before the migration, and can be repeated. */
  concurrently?: readonly (string | StatementsOf)[];
}

const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /^\d{14}-.*\.ts$/.test(file));

/** All migrations, oldest first: the files of this folder. A released migration is never changed. */
export const migrations: ListedMigration[] = await Promise.all(
  files.sort().map(async (file) => {
    const { concurrently, ...classes } = await import(new URL(file, import.meta.url).href);
    const [Class] = Object.values(classes) as [ListedMigration['class']];
    return { name: file.replace('.ts', ''), class: Class, concurrently };
  }),
);
