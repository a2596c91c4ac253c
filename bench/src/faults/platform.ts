import pg from 'pg';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { createFactories, type Tenant } from '../../../test/harness/data/factories.ts';
import { type PostgresqlServer, startPostgresql } from '../../../test/harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../../../test/harness/servers/process.ts';
import { type Load, type Plan, startLoad } from './load.ts';

/** Connections of the service at most. */
export const poolSize = 10;

/** PostgreSQL and the service as processes, with two partners of their own courts and twelve operators. */
export interface Platform {
  server: PostgresqlServer;
  partners: [Tenant, Tenant];
  /** Their tokens, and the id of the first. */
  operators: string[];
  operatorId: string;
  service: ServiceProcess;
  port: number;
  /** A connection of the bench's own, which counts as none of the service's. */
  connect(): Promise<pg.Client>;
  /** One statement on a connection of its own. */
  query<Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** Starts a load; resolves when it sends. */
  load(plan: Pick<Plan, 'requests' | 'arrivals' | 'addresses'>): Promise<Load>;
  /** Bookings that were acknowledged and are not stored. */
  lost(acknowledged: Iterable<string>): Promise<string[]>;
  /** Status and milliseconds of `/readyz`. */
  ready(): Promise<{ status: number; millis: number }>;
  close(): Promise<void>;
}

interface Options {
  seed: number;
  /** Of the service. */
  env?: Record<string, string>;
  /** Of PostgreSQL. */
  settings?: string[];
  /** Where PostgreSQL has its data. */
  folder?: string;
}

/** No limits, for faults that are not about them. */
export const unlimited = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };

export async function startPlatform({
  seed,
  env = unlimited,
  settings = [],
  folder,
}: Options): Promise<Platform> {
  const server = await startPostgresql({ settings, ...(folder ? { folder } : {}) });
  const url = new URL(server.url);
  url.pathname = '/courtbridge';
  const database = url.href;
  url.searchParams.set('application_name', 'bench');
  const connect = async (to = url.href) => {
    const client = new pg.Client({ connectionString: to, connectionTimeoutMillis: 5_000 });
    // Some faults end every connection.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const query = async <Row extends pg.QueryResultRow>(
    text: string,
    parameters: unknown[] = [],
    to?: string,
  ) => {
    const client = await connect(to);
    try {
      return (await client.query<Row>(text, parameters)).rows;
    } finally {
      await client.end();
    }
  };
  await query('create database courtbridge', [], server.url);

  const service = startProcess({
    DATABASE_URL: database,
    DATABASE_POOL_SIZE: String(poolSize),
    LOG_LEVEL: 'silent',
    ...env,
  });
  try {
    const port = Number(new URL(await service.ready).port);
    // The service has migrated it.
    const seeding = await openPostgresql({ url: database, poolSize: 2 });
    const factories = createFactories(seeding);
    const partners: [Tenant, Tenant] = [await factories.tenant(8), await factories.tenant(8)];
    const operators = [];
    for (let i = 0; i < 12; i += 1) operators.push(await factories.operator('VIEWER'));
    await seeding.close();

    let loads = 0;
    return {
      server,
      partners,
      operators: operators.map(({ secret }) => secret),
      operatorId: operators[0]!.id,
      service,
      port,
      connect: () => connect(),
      query: (text, parameters) => query(text, parameters),
      load: (plan) => {
        loads += 1;
        return startLoad({ port, seed: seed + loads, number: loads, prefix: `load-${loads}`, ...plan });
      },
      lost: async (acknowledged) => {
        const ids = [...acknowledged];
        const rows = await query<{ id: string }>(
          `select sent.id from unnest($1::text[]) as sent(id)
           where not exists (select from court_bookings b where b.external_court_booking_id = sent.id)`,
          [ids],
        );
        return rows.map(({ id }) => id);
      },
      ready: async () => {
        const startedAt = performance.now();
        const status = await fetch(`http://127.0.0.1:${port}/readyz`, {
          signal: AbortSignal.timeout(10_000),
        }).then(
          (answer) => answer.text().then(() => answer.status),
          () => 0,
        );
        return { status, millis: performance.now() - startedAt };
      },
      close: async () => {
        service.child.kill('SIGKILL');
        await service.exited;
        await server.stop();
      },
    };
  } catch (error) {
    service.child.kill('SIGKILL');
    await server.stop();
    throw error;
  }
}

export const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Asks again and again until it is told to stop; answers what it heard. */
export function repeatedly<Answer>(
  everyMillis: number,
  ask: () => Promise<Answer>,
): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      answers.push(await ask());
      await new Promise((resolve) => setTimeout(resolve, everyMillis));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return answers;
    },
  };
}
