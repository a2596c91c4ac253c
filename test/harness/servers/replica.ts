import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type PostgresqlServer, quickFolder, startPostgresql } from './postgresql.ts';

/** Starts two PostgreSQL servers: a primary, and a hot standby that streams from it. */
export async function startPrimaryAndReplica(settings: string[] = []): Promise<{
  primary: PostgresqlServer;
  replica: PostgresqlServer;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(quickFolder(), 'courtbridge-initialized-'));
  const given = inject('initialized');
  const kept = given ?? join(folder, 'data');
  const dataFolder = quickFolder();
  const primary = await startPostgresql({
    dataFolder,
    settings,
    ...(given ? { initialized: given } : { keepInitialized: kept }),
  });
  const replica = await startPostgresql({
    dataFolder,
    // Both are copies of the same new cluster, so the standby needs no base backup.
    initialized: kept,
    settings: [`primary_conninfo=${primary.url}`, 'wal_retrieve_retry_interval=100ms'],
    files: { 'standby.signal': '' },
  });
  return {
    primary,
    replica,
    stop: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
