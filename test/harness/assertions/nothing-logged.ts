import { afterEach, expect } from 'vitest';
import type { TestService } from '../servers/test-service.ts';
import { useOwnPostgresql, useServiceAt } from '../servers/use-test-service.ts';

/**
 * A service on its own PostgreSQL server with default settings, for the tests of a file or a block. They send personal data that contains
 * `sentinel`. Neither log may contain it after any of them.
 */
export function useNothingLogged(): TestService {
  const server = useOwnPostgresql();
  const service = useServiceAt(server, { poolSize: 20 });
  let read = 0;
  afterEach(() => {
    const log = server.readLog(read);
    read = server.logSize();
    expect(server.readLog()).toContain('database system is ready');
    expect(log).not.toContain('sentinel');
    expect(JSON.stringify(service.logLines.splice(0))).not.toContain('sentinel');
  });
  return service;
}
