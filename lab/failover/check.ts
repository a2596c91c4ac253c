import type { ReadChange } from '../load/feed-reader.ts';
import type { Row } from '../report.ts';
import { differences, readStored, type Stored } from '../stored.ts';
import type { Scene } from './scene.ts';

/** Returns each number that the feed left out, repeated or returned late. */
export function faultsOfFeed(read: ReadChange[]): string[] {
  return read.flatMap(({ sequence }, index) =>
    sequence === index + 1 ? [] : [`change ${sequence} is at position ${index + 1}`],
  );
}

/** Reads what is stored of the partner, in one snapshot. */
async function readSnapshot({ cluster, tenant }: Scene): Promise<Stored> {
  const client = await cluster.connect();
  try {
    await client.query('begin isolation level repeatable read');
    return await readStored(async (text, values) => (await client.query(text, values)).rows, tenant);
  } finally {
    await client.end();
  }
}

/** Checks everything that the scene has promised, after it was stopped. */
export async function check(scene: Scene): Promise<Row[]> {
  const { ledger, reader, receiver, rejected } = scene;
  const lost = differences(ledger, await readSnapshot(scene));
  const feed = faultsOfFeed(reader.read);
  const announced = reader.read.filter(({ type }) => /^(court_booking|user)\./.test(type)).length;
  const received = new Set(receiver.idsAt('/'));
  const undelivered = reader.read.filter(({ id }) => !received.has(id));
  const unexpected = [...ledger.unexpected, ...reader.unexpected];
  const row = (figure: string, goal: string, faults: string[], measured: string): Row => ({
    figure,
    goal,
    measured: faults.length === 0 ? measured : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`,
    met: faults.length === 0,
  });
  return [
    row(
      'acknowledged users, bookings, cancellations and batches',
      'each stored once, also in the audit log',
      lost,
      `${ledger.writes} writes, 0 lost, 0 repeated`,
    ),
    row(
      'changes feed across failovers',
      'each number once, in order',
      feed,
      `${reader.read.length} changes without a gap`,
    ),
    row(
      'acknowledged writes in the feed',
      'each once',
      announced === ledger.writes ? [] : [`${ledger.writes} writes, ${announced} changes`],
      `${announced} changes of ${ledger.writes} writes`,
    ),
    row(
      'webhooks',
      'each change at least once',
      undelivered.map(({ id }) => id),
      `${received.size} received in ${receiver.received.length} requests`,
    ),
    row('reads after an acknowledged write', 'the written version', ledger.staleReads, 'never older'),
    row('responses', 'a success, or 503 or 429, which says to send again', unexpected, 'no other'),
    row('token and operator session of the beginning', 'valid after each fault', rejected, 'always valid'),
  ];
}
