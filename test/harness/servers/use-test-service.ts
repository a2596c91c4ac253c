import { afterAll, beforeAll } from 'vitest';
import { type ClockedService, startClockedService } from '../data/clock.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from './test-database.ts';
import { startTestService, type TestService } from './test-service.ts';

/** A service for the tests of a file or a block: started before them, and stopped after them. Only they can use it. */
export const useTestService = (...given: Parameters<typeof startTestService>): TestService =>
  use(
    () => startTestService(...given),
    (service) => service.stop(),
  );

/** Like `useTestService`, with a clock that the tests move. */
export const useClockedService = (...given: Parameters<typeof startClockedService>): ClockedService =>
  use(
    () => startClockedService(...given),
    (service) => service.stop(),
  );

/** A migrated database without rows for the tests of a file or a block. */
export const useTestDatabase = (kind: DatabaseKind = 'postgresql', poolSize?: number): TestDatabase =>
  use(
    () => createTestDatabase(kind, poolSize),
    (database) => database.drop(),
  );

function use<Started extends object>(
  start: () => Promise<Started>,
  end: (started: Started) => Promise<void>,
): Started {
  const used = {} as Started;
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
    Object.assign(used, started);
  });
  afterAll(() => started && end(started));
  return used;
}
