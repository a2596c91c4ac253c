import { setTimeout as sleep } from 'node:timers/promises';
import { bookingBody, type Tenant } from '../../test/harness/data/factories.ts';
import { HttpClient } from '../load/http-client.ts';
import { bookingPathOf, requestWith } from '../load/request.ts';
import type { Row } from '../report.ts';
import { query } from '../stage.ts';
import type { ScalePart } from './cleanup.ts';
import { seenFailing } from './seen-failing.ts';
import { type Service, startService } from './service.ts';
import { startDatabase } from './setup.ts';

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

/** Restarts one process after the other under load, and does the same with processes that are killed. */
export const rollingRestarts: ScalePart = async ({ cleanup, note }) => {
  const { factories, url } = await startDatabase(cleanup);
  const tenant = await factories.tenant(8);
  const service = await startService(cleanup, url);
  const load = async (prefix: string, count: number, signal: NodeJS.Signals): Promise<Loaded> => {
    const loaded: Loaded = { acknowledged: [], failed: [], reset: [] };
    let isOver = false;
    const writing = writeUntil(() => isOver, service, tenant, prefix, loaded);
    try {
      for (let index = 0; index < count; index += 1) await restart(service, index, signal, note);
    } finally {
      isOver = true;
      await writing;
    }
    return loaded;
  };
  const drained = await load('drained', restarts, 'SIGTERM');
  const stored = await rowOfStored(url, drained);
  const lost = drained.acknowledged[0]!;
  await query(url, 'delete from court_bookings where external_court_booking_id = $1', [lost]);
  const withoutOne = await rowOfStored(url, drained);
  const killed = await load('killed', killings, 'SIGKILL');
  return [
    rowOfLoad(`${restarts} rolling restarts of four processes, keep-alive connections`, drained),
    stored,
    seenFailing('processes are killed instead of drained', rowOfLoad('', killed)),
    seenFailing('a stored booking is deleted', withoutOne),
  ];
};

async function restart(
  service: Service,
  count: number,
  signal: NodeJS.Signals,
  note: (text: string) => void,
): Promise<void> {
  const index = count % service.processes.length;
  const { child, exited } = service.processes[index]!.service;
  child.kill(signal);
  const code = await exited;
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`a process ended with ${code}`);
  await service.restart(index);
  await sleep(haproxyMillis);
  note(`restart ${count + 1} (${signal})`);
}

/** Each client keeps its connection, and does not repeat a request. */
async function writeUntil(
  isOver: () => boolean,
  service: Service,
  tenant: Tenant,
  prefix: string,
  { acknowledged, failed, reset }: Loaded,
): Promise<void> {
  const http = new HttpClient(service.port, 60_000);
  let slot = 0;
  const client = async () => {
    while (!isOver()) {
      slot += 1;
      const id = `${prefix}-${slot}`;
      const body = bookingBody(tenant.courtIds[slot % tenant.courtIds.length]!, {}, slot + slotOf[prefix]!);
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

/** Bookings of both loads do not overlap. */
const slotOf: Record<string, number> = { drained: 0, killed: 400_000 };

const rowOfLoad = (figure: string, { acknowledged, failed, reset }: Loaded): Row => ({
  figure,
  goal: '0 failed, 0 reset',
  measured: `${acknowledged.length} acknowledged, ${failed.length} failed ${[...new Set(failed)]}, ${reset.length} reset ${[...new Set(reset)]}`,
  met: acknowledged.length > 0 && failed.length === 0 && reset.length === 0,
});

async function rowOfStored(url: string, { acknowledged }: Loaded): Promise<Row> {
  const [row] = await query<{ count: number }>(
    url,
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
