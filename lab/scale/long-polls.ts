import { setTimeout as sleep } from 'node:timers/promises';
import { bookingBody } from '../../test/harness/data/factories.ts';
import { call } from '../load/call.ts';
import { bookingPathOf, pathOf } from '../load/request.ts';
import type { Row } from '../report.ts';
import type { Measured } from './limits.ts';

const waitSeconds = 2;
const boundMillis = 1_000;

/** Waits for changes at each process, and writes at each other one. */
export async function measureLongPolls({ service, data }: Measured): Promise<Row> {
  const tenant = await data.factories.tenant();
  const changes = `${pathOf(tenant)}/changes`;
  const { processes } = service;
  const first = await call(service.address, tenant.token, 'GET', `${changes}?cursor=latest`);
  let cursor = first.body.nextCursor;
  const latencies: number[] = [];
  const faults: string[] = [];
  for (const [at, reader] of processes.entries()) {
    for (const [from, writer] of processes.entries()) {
      if (at === from) continue;
      const id = `polled-${at}-${from}`;
      const query = `?wait=${waitSeconds}&cursor=${cursor}`;
      const waiting = call(reader.address, tenant.token, 'GET', changes + query).then((answer) => ({
        answer,
        at: performance.now(),
      }));
      await sleep(100 + Math.random() * 200);
      const path = bookingPathOf(tenant, id);
      const body = bookingBody(tenant.courtIds[0], {}, latencies.length);
      const { status } = await call(writer.address, tenant.token, 'PUT', path, body);
      const writtenAt = performance.now();
      const woken = await waiting;
      latencies.push(Math.max(0, woken.at - writtenAt));
      cursor = woken.answer.body.nextCursor;
      const read = woken.answer.body.items?.map(
        (change: { data: { externalCourtBookingId: string } }) => change.data.externalCourtBookingId,
      );
      if (status !== 201 || String(read) !== id) faults.push(`${id}: ${status}, read ${read}`);
    }
  }
  latencies.sort((a, b) => a - b);
  const [median, longest] = [latencies[Math.floor(latencies.length / 2)]!, latencies.at(-1)!];
  return {
    figure: 'a request that waits at one process for a change written at another',
    goal: 'returns it within 1 s',
    measured:
      `${Math.round(median)} ms (median), ${Math.round(longest)} ms at most, ${latencies.length} pairs; ${faults.length} faults ${faults.slice(0, 1)}`.trimEnd(),
    met: longest <= boundMillis && faults.length === 0,
  };
}
