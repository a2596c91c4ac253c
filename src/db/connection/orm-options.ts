import { Migrator } from '@mikro-orm/migrations';
import { entities } from '../entities/entities.ts';
import { migrations } from '../migrations/index.ts';

/** MikroORM options for both databases. */
export const ormOptions = {
  entities,
  extensions: [Migrator],
  ensureDatabase: false,
  // `migrate` manages our functions, not the schema diff.
  schemaGenerator: { ignoreRoutines: true },
  migrations: {
    migrationsList: migrations,
    snapshot: false,
    // Would need a superuser, and does not affect the data.
    disableForeignKeys: false,
  },
  colors: false,
};
