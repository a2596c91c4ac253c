import { inject } from 'vitest';
import { type PostgresqlOptions, type PostgresqlServer, quickFolder, startPostgresql } from './postgresql.ts';

/** Starts a separate PostgreSQL server for a test that configures it, reads its log or kills it. */
export function startOwnPostgresql(options: PostgresqlOptions = {}): Promise<PostgresqlServer> {
  const initialized = options.bin ? undefined : inject('initialized');
  return startPostgresql({ dataFolder: quickFolder(), ...options, initialized });
}
