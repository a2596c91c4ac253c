import { inject } from 'vitest';
import { type PostgresqlOptions, type PostgresqlServer, quickFolder, startPostgresql } from './postgresql.ts';

/** A PostgreSQL server of a test's own, beside the one that all share: to set, to read its log, or to kill. */
export function startOwnPostgresql(options: PostgresqlOptions = {}): Promise<PostgresqlServer> {
  const initialized = options.bin ? undefined : inject('initialized');
  return startPostgresql({ dataFolder: quickFolder(), ...options, initialized });
}
