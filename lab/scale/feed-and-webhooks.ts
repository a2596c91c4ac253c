import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookSending } from '../../test/harness/clients/webhook-sending.ts';
import type { WebhookReceiver } from '../../test/harness/servers/webhook-receiver.ts';
import { faultsOfFeed, Reader, Writers } from '../load/feed.ts';
import type { Row } from '../report.ts';
import type { Cleanup } from './cleanup.ts';
import type { Measured } from './limits.ts';
import { rowOf } from './seen-failing.ts';

const writingMillis = 6_000;
const deliveryMillis = 30_000;
/** An endpoint receives at most four requests at a time. */
const atOnce = 4;
const endpoints = ['/fast', '/slow'];

/** Writes through HAProxy, while two readers follow the feed and two endpoints receive webhooks. */
export async function measureFeedAndWebhooks(
  cleanup: Cleanup,
  { service, data }: Measured,
): Promise<{ feed: Row; webhooks: Row }> {
  const tenant = await data.factories.tenant(8);
  const sending = await cleanup.use(WebhookSending.begin(data.database), (begun) => begun.stop());
  const { receiver } = sending;
  receiver.answer = async ({ path }) => {
    if (path === '/slow') await sleep(15);
    return { status: 204 };
  };
  const { externalServiceId } = tenant;
  for (const path of endpoints)
    await sending.endpoint(path, {
      externalServiceId,
      types: ['court_booking.created', 'court_booking.updated'],
    });

  const writers = new Writers(tenant);
  const readers = [new Reader(tenant), new Reader(tenant)];
  const addresses = service.processes.map(({ address }) => address);
  const writing = writers.run(service.address, 8, writingMillis);
  // Each reader begins at another process.
  await Promise.all(readers.map((reader, index) => reader.follow(rotated(addresses, index), writing)));
  const { acknowledged, rejected } = writers;
  const faults = [
    ...rejected.map((answer) => `rejected: ${answer}`),
    ...readers.flatMap((reader) => faultsOfFeed(acknowledged, reader.read)),
  ];
  const ids = readers[0]!.read.map(({ id }) => id);
  return {
    feed: rowOf(
      'each acknowledged change once and in order, with another process for each page',
      faults,
      `${acknowledged.length} changes, 2 readers, 0 faults`,
    ),
    webhooks: rowOf(
      'each change at least once to each endpoint, never twice at a time, at most four requests at a time',
      await faultsOfWebhooks(receiver, ids),
      `${receiver.received.length} requests for ${ids.length} changes at ${endpoints.length} endpoints, at most ${most(receiver)} at a time`,
    ),
  };
}

const rotated = (addresses: string[], by: number) => [...addresses.slice(by), ...addresses.slice(0, by)];
const most = (receiver: WebhookReceiver) => Math.max(...endpoints.map((path) => receiver.mostAtOnce(path)));

async function faultsOfWebhooks(receiver: WebhookReceiver, ids: string[]): Promise<string[]> {
  const missing = () =>
    endpoints.flatMap((path) => {
      const received = new Set(receiver.idsAt(path));
      return ids.filter((id) => !received.has(id)).map((id) => `${path} did not receive ${id}`);
    });
  const until = performance.now() + deliveryMillis;
  while (missing().length > 0 && performance.now() < until) await sleep(100);
  // Requests that are still on their way.
  await sleep(500);
  return [
    ...missing(),
    ...receiver.overlapping.map((request) => `twice at a time: ${request}`),
    ...(most(receiver) > atOnce ? [`${most(receiver)} requests at a time to one endpoint`] : []),
  ];
}
