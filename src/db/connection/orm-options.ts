import { Migrator } from '@mikro-orm/migrations';
import { entities } from '../entities/entities.ts';
import { migrations } from '../migrations/index.ts';

/** What the object-relational mapping is told, the same on PostgreSQL and on the embedded database. */
export const ormOptions = {
  entities,
  extensions: [Migrator],
  ensureDatabase: false,
  // Our functions are kept by `migrate`, not by the schema diff.
  schemaGenerator: { ignoreRoutines: true },
  migrations: {
    migrationsList: migrations,
    snapshot: false,
    // Would need a superuser, and says nothing about the data.
    disableForeignKeys: false,
  },
  colors: false,
};
