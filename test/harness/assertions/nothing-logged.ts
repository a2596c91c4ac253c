import { expect } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { startOwnPostgresql } from '../servers/own-postgresql.ts';
import { startServiceOn, type TestService } from '../servers/test-service.ts';

/**
 * Does something with a service on a PostgreSQL of its own, at its default settings. What it sends has `sentinel` in all that
 * says who somebody is, and neither log may have that in the end.
 */
export async function withNothingLogged(work: (service: TestService) => Promise<void>): Promise<void> {
  const server = await startOwnPostgresql();
  try {
    const database = await openPostgresql({ url: server.url, poolSize: 20 });
    await migrate(database);
    const service = await startServiceOn({ database, url: server.url, drop: () => database.close() });
    await work(service).finally(() => service.stop());
    expect(server.readLog()).toContain('database system is ready');
    expect(server.readLog()).not.toContain('sentinel');
    expect(JSON.stringify(service.logLines)).not.toContain('sentinel');
  } finally {
    await server.stop();
  }
}
