import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../test/harness/data/factories.ts';
import { type Load, type Plan, startLoad } from '../load/load.ts';
import { openStage, type Stage, type StageOptions, unlimited } from '../stage.ts';

export const poolSize = 10;

/** A stage with one process, twelve more operators, and two partners that have their own courts. */
export interface Platform extends Stage {
  partners: [Tenant, Tenant];
  /** The operators' tokens. `operatorId` is the id of the first operator. */
  operators: string[];
  operatorId: string;
  port: number;
  load(plan: Pick<Plan, 'requests' | 'arrivals' | 'addresses'>): Promise<Load>;
  lost(acknowledged: Iterable<string>): Promise<string[]>;
  ready(): Promise<{ status: number; millis: number }>;
}

interface Options extends Omit<StageOptions, 'courts' | 'processes'> {
  seed: number;
  /** Loses an acknowledged booking before `lost` looks for them. */
  isBroken?: boolean;
}

/** Opens a platform, and closes it after `work`. */
export async function onPlatform<Result>(
  { seed, isBroken = false, env = unlimited, ...options }: Options,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const own = { DATABASE_POOL_SIZE: String(poolSize), ...env };
  const stage = await openStage({ ...options, courts: 8, env: own });
  try {
    return await work(await platformOn(stage, seed, isBroken));
  } finally {
    await stage.close();
  }
}

async function platformOn(stage: Stage, seed: number, isBroken: boolean): Promise<Platform> {
  const { tenant, query } = stage;
  const [port] = stage.ports as [number];
  const operators: { id: string; secret: string }[] = [];
  const other = await stage.seed(async (factories) => {
    for (let n = 0; n < 12; n += 1) operators.push(await factories.operator('VIEWER'));
    return factories.tenant(8);
  });
  let loads = 0;
  return {
    ...stage,
    partners: [tenant, other],
    operators: operators.map(({ secret }) => secret),
    operatorId: operators[0]!.id,
    port,
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
      const signal = AbortSignal.timeout(10_000);
      const status = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      );
      return { status, millis: performance.now() - startedAt };
    },
  };
}

export function repeatedly<Answer>(
  everyMillis: number,
  ask: () => Promise<Answer>,
): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = [];
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await sleep(everyMillis)) answers.push(await ask());
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return answers;
    },
  };
}
