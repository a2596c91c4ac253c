import type pg from 'pg';
import type { Tenant } from '../../test/harness/data/factories.ts';
import type { PostgresqlServer } from '../../test/harness/servers/postgresql.ts';
import type { ServiceProcess } from '../../test/harness/servers/process.ts';
import { type Load, type Plan, startLoad } from '../load/load.ts';
import { openStage, unlimited } from '../stage.ts';

export const poolSize = 10;

/** PostgreSQL and a process of the service, with twelve operators and two partners that have their own courts. */
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

export async function startPlatform({
  seed,
  isBroken = false,
  env = unlimited,
  entry,
  settings = [],
  folder,
}: Options): Promise<Platform> {
  const stage = await openStage({
    courts: 8,
    postgresql: { settings, ...(folder ? { folder } : {}) },
    env: { DATABASE_POOL_SIZE: String(poolSize), ...env },
    entry,
  });
  const { server, tenant, query } = stage;
  const [port] = stage.ports as [number];
  const operators: { id: string; secret: string }[] = [];
  const other = await stage
    .seed(async (factories) => {
      for (let n = 0; n < 12; n += 1) operators.push(await factories.operator('VIEWER'));
      return factories.tenant(8);
    })
    .catch(async (error) => {
      await stage.close();
      throw error;
    });

  let loads = 0;
  return {
    server,
    partners: [tenant, other],
    operators: operators.map(({ secret }) => secret),
    operatorId: operators[0]!.id,
    service: stage.services[0]!,
    port,
    connect: stage.connect,
    query,
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
    close: stage.close,
  };
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
