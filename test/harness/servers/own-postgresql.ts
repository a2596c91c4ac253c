import { join } from 'node:path';
import { inject } from 'vitest';
import { madeOnce } from '../data/made-once.ts';
import { type PostgresqlOptions, type PostgresqlServer, quickFolder, startPostgresql } from './postgresql.ts';

/** Starts a separate PostgreSQL server for a test that configures it, reads its log or kills it. */
export async function startOwnPostgresql(options: PostgresqlOptions = {}): Promise<PostgresqlServer> {
  const initialized = options.initialized ?? (await initializedBy(options.bin));
  return startPostgresql({ dataFolder: quickFolder(), ...options, initialized });
}

/** Returns a new data folder that these programs created once in this run. Creating one takes seconds, and copying it a moment. */
async function initializedBy(bin: string | undefined): Promise<string | undefined> {
  if (bin === undefined) return inject('initialized');
  const made = await madeOnce(`postgresql${bin.replaceAll('/', '-')}`, async (folder) => {
    const server = await startPostgresql({
      bin,
      dataFolder: quickFolder(),
      keepInitialized: join(folder, 'data'),
    });
    await server.stop();
  });
  return join(made, 'data');
}
