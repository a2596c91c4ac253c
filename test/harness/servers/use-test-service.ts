import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { operatorAt } from '../clients/operator-client.ts';
import { type ClockedService, startClockedService } from '../data/clock.ts';
import { createFactories, type Tenant } from '../data/factories.ts';
import { createWorld } from '../data/world.ts';
import { startOwnPostgresql } from './own-postgresql.ts';
import type { PostgresqlOptions, PostgresqlServer } from './postgresql.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from './test-database.ts';
import { startServiceAt, startTestService, type TestService } from './test-service.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A service for the tests of a file or a block: started before them, and stopped after them. Only they can use it. */
export const useTestService = (...given: Parameters<typeof startTestService>): TestService =>
  use(
    () => startTestService(...given),
    (service) => service.stop(),
  );

/** Like `useTestService`, with a service that is started in another way. */
export const useService = <Service extends { stop(): unknown }>(start: () => Promise<Service>): Service =>
  use(start, (service) => service.stop());

/** A receiver of webhooks for the tests of a file or a block. */
export const useReceiver = (): WebhookReceiver =>
  use(
    (receiver) => startReceiver(0, receiver),
    (receiver) => receiver.stop(),
  );

/** A tenant of a service that was started before. */
export const useTenant = (service: TestService, courts?: number): Tenant =>
  use(() => service.factories.tenant(courts));

/** An operator of a service that was started before, with the calls of this operator. */
export const useOperator = (service: TestService, role?: 'VIEWER' | 'SUPPORT' | 'ADMIN') =>
  use(async () => operatorAt(service, await service.factories.operator(role)));

/** The world of a service that was started before, by the clock of the service. Its operators have their calls. */
export const useWorld = (service: TestService | ClockedService) =>
  use(async () => {
    const world = await createWorld(service, 'clock' in service ? service.clock.time : undefined);
    const operators = {
      viewer: operatorAt(service, world.operators.viewer),
      admin: operatorAt(service, world.operators.admin),
    };
    return { ...world, operators };
  });

/** What `createFactories` returns, on a database that was created before. */
export const useFactories = (test: TestDatabase) => use(async () => createFactories(test.database));

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

/** A PostgreSQL server of its own for the tests of a file or a block. */
export const useOwnPostgresql = (options?: PostgresqlOptions): PostgresqlServer =>
  use(
    () => startOwnPostgresql(options),
    (server) => server.stop(),
  );

/** A service on a database that was started before. */
export const useServiceAt = (
  started: { url: string },
  options?: Parameters<typeof startServiceAt>[1],
): TestService =>
  use(
    () => startServiceAt(started.url, options),
    (service) => service.stop(),
  );

/** A connection to a database that was started before. */
export const useClient = (started: { url: string }) =>
  use(
    async () => {
      const client = new pg.Client(started.url);
      await client.connect();
      return { query: client.query.bind(client), end: () => client.end() };
    },
    (client) => client.end(),
  );

/**
 * The service as a process for the tests of a file or a block, which may kill it. Its port stays the same.
 * @param env read at each start
 */
export function useProcess(env: () => Record<string, string>) {
  let process: ServiceProcess;
  const used = {
    address: '',
    get process() {
      return process;
    },
    start: async () => {
      process = startProcess({ PORT: used.address ? new URL(used.address).port : '0', ...env() });
      used.address = await process.ready;
    },
    kill: async () => {
      process.child.kill('SIGKILL');
      await process.exited;
    },
    restart: async () => {
      await used.kill();
      await used.start();
    },
  };
  beforeAll(used.start);
  afterAll(() => process && used.kill());
  return used;
}

/** Stops, drops or closes what a test has started when the test ends. Not for concurrent tests. */
export async function forTest<
  Started extends { stop(): unknown } | { drop(): unknown } | { close(): unknown },
>(starting: Started | Promise<Started>): Promise<Started> {
  const started = await starting;
  onTestFinished(async () => {
    await ('stop' in started ? started.stop() : 'drop' in started ? started.drop() : started.close());
  });
  return started;
}

/** A process that is killed when the test that starts it ends. */
export function processForTest(...given: Parameters<typeof startProcess>): ServiceProcess {
  const process = startProcess(...given);
  onTestFinished(async () => {
    process.child.kill('SIGKILL');
    await process.exited;
  });
  return process;
}

/** What `start` returns, for the tests of a file or a block. It is ended after them, before what was started earlier. */
export function use<Started extends object>(
  start: (used: Started) => Promise<Started>,
  end: (started: Started) => unknown = () => {},
): Started {
  const used = {} as Started;
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start(used);
    Object.assign(used, started);
  });
  afterAll(() => started && end(started));
  return used;
}
