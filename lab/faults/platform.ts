import pg from 'pg';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { createFactories, type Tenant } from '../../test/harness/data/factories.ts';
import { type PostgresqlServer, startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../../test/harness/servers/process.ts';
import { type Load, type Plan, startLoad } from './load.ts';

export const poolSize = 10;

/** Processes of PostgreSQL and the service, with twelve operators and two partners that have their own courts. */
export interface Platform {
  server: PostgresqlServer;
  partners: [Tenant, Tenant];
  /** The operators' tokens. `operatorId` is the id of the first operator. */
  operators: string[];
  operatorId: string;
  service: ServiceProcess;
  port: number;
  connect(): Promise<pg.Client>;
  query<Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]): Promise<Row[]>;
  load(plan: Pick<Plan, 'requests' | 'arrivals' | 'addresses'>): Promise<Load>;
  lost(acknowledged: Iterable<string>): Promise<string[]>;
  ready(): Promise<{ status: number; millis: number }>;
  close(): Promise<void>;
}

interface Options {
  seed: number;
  /** Loses an acknowledged booking before `lost` looks for them. */
  isBroken?: boolean;
  env?: Record<string, string>;
  /** `src/bin/main.ts` of another version. */
  entry?: string | undefined;
  settings?: string[];
  folder?: string;
}

/** In practice unlimited, for faults that do not concern rate limits. */
export const unlimited = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };

export async function startPlatform({
  seed,
  isBroken = false,
  env = unlimited,
  entry,
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

  const service = startProcess(
    {
      DATABASE_URL: database,
      DATABASE_POOL_SIZE: String(poolSize),
      LOG_LEVEL: 'silent',
      ...env,
    },
    [],
    entry === undefined ? undefined : [entry],
  );
  try {
    const port = Number(new URL(await service.ready).port);
    // The service has migrated this database.
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
        if (isBroken)
          await query(
            `update court_bookings set external_court_booking_id = 'lost' where external_court_booking_id = $1`,
            [ids[0]],
          );
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
