import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bookingBody } from '../test/harness/data/factories.ts';
import { startServiceProxy } from './failover/cluster/proxies.ts';
import { HttpClient } from './load/http-client.ts';
import { bookingPathOf, requestWith } from './load/request.ts';
import { firstMissed, type Measured, type Options } from './proof/promised.ts';
import type { Row } from './report.ts';
import { openStage, type Stage, unlimited } from './stage.ts';
import { untilReady } from './wait.ts';

const processes = 4;
const restarts = 20;
const killings = 4;
const clients = 8;
/** HAProxy uses a process again after two checks that succeed. */
const haproxyMillis = 1_000;

interface Loaded {
  acknowledged: string[];
  /** Responses with an error. */
  failed: string[];
  /** Connections that ended without a response. */
  reset: string[];
}

/** Restarts one process after the other under load, behind HAProxy. Then does the same with processes that are killed. */
export async function measureRestarts({ note }: Options): Promise<Measured> {
  const stage = await openStage({ processes, courts: clients, env: { ...unlimited, TRUSTED_PROXIES: '1' } });
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-deployments-'));
  const proxy = await startServiceProxy(folder, stage.ports);
  const load = async (prefix: string, firstSlot: number, count: number, signal: NodeJS.Signals) => {
    const loaded: Loaded = { acknowledged: [], failed: [], reset: [] };
    let isOver = false;
    const writing = writeUntil(() => isOver, proxy.port, stage, prefix, firstSlot, loaded);
    try {
      for (let restart = 1; restart <= count; restart += 1) {
        const index = restart % processes;
        const code = await stage.end(index, signal);
        if (signal === 'SIGTERM' && code !== 0) throw new Error(`a process ended with ${code}`);
        await stage.start(index);
        await sleep(haproxyMillis);
        note(`restart ${restart} (${signal})`);
      }
    } finally {
      isOver = true;
      await writing;
    }
    return loaded;
  };
  try {
    await untilReady(proxy.port);
    const drained = await load('drained', 0, restarts, 'SIGTERM');
    const stored = await rowOfStored(stage, drained);
    const lost = drained.acknowledged[0];
    await stage.query('delete from court_bookings where external_court_booking_id = $1', [lost]);
    const withoutOne = await rowOfStored(stage, drained);
    const killed = await load('killed', 400_000, killings, 'SIGKILL');
    const figure = `${restarts} rolling restarts of four processes, keep-alive connections`;
    return {
      figures: [rowOfLoad(figure, drained), stored],
      broken: [
        {
          variant: 'processes are killed instead of drained',
          found: firstMissed([rowOfLoad('writes', killed)]),
        },
        { variant: 'a stored booking is deleted', found: firstMissed([withoutOne]) },
      ],
    };
  } finally {
    proxy.process.stop();
    await stage.close();
    rmSync(folder, { recursive: true });
  }
}

/** Each client keeps its connection, and does not repeat a request. `firstSlot` keeps the bookings of two loads apart. */
async function writeUntil(
  isOver: () => boolean,
  port: number,
  { tenant }: Stage,
  prefix: string,
  firstSlot: number,
  { acknowledged, failed, reset }: Loaded,
): Promise<void> {
  const http = new HttpClient(port, 60_000);
  let slot = 0;
  const client = async () => {
    while (!isOver()) {
      slot += 1;
      const id = `${prefix}-${slot}`;
      const body = bookingBody(tenant.courtIds[slot % clients]!, {}, firstSlot + slot);
      const outcome = await http.send(requestWith(tenant.token, 'PUT', bookingPathOf(tenant, id), body));
      if (outcome.status === 201) acknowledged.push(id);
      else if ('error' in outcome) reset.push(outcome.error);
      else failed.push(`${outcome.status}`);
      await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  http.close();
}

const rowOfLoad = (figure: string, { acknowledged, failed, reset }: Loaded): Row => ({
  figure,
  goal: '0 failed, 0 reset',
  measured: `${acknowledged.length} acknowledged, ${failed.length} failed ${[...new Set(failed)]}, ${reset.length} reset ${[...new Set(reset)]}`,
  met: acknowledged.length > 0 && failed.length === 0 && reset.length === 0,
});

async function rowOfStored({ query }: Stage, { acknowledged }: Loaded): Promise<Row> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from unnest($1::text[]) written where (select count(*) from court_bookings where external_court_booking_id = written) <> 1',
    [acknowledged],
  );
  return {
    figure: 'each booking acknowledged during the restarts is stored once',
    goal: '0 missing or twice',
    measured: `${row!.count} of ${acknowledged.length} missing or twice`,
    met: row!.count === 0,
  };
}
