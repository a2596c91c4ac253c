import { expect } from 'vitest';
import { startOwnPostgresql } from '../servers/own-postgresql.ts';
import { startServiceAt, type TestService } from '../servers/test-service.ts';

/**
 * Runs `work` with a service on its own PostgreSQL server with default settings. The work sends personal data that contains `sentinel`.
 * Neither log may contain it afterwards.
 */
export async function withNothingLogged(work: (service: TestService) => Promise<void>): Promise<void> {
  const server = await startOwnPostgresql();
  try {
    const service = await startServiceAt(server.url, { poolSize: 20 });
    await work(service).finally(() => service.stop());
    expect(server.readLog()).toContain('database system is ready');
    expect(server.readLog()).not.toContain('sentinel');
    expect(JSON.stringify(service.logLines)).not.toContain('sentinel');
  } finally {
    await server.stop();
  }
}
