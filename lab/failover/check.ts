import type { Row } from '../report.ts';
import { faultsOf } from '../stored.ts';
import type { Scene } from './scene.ts';

/** Checks everything that the scene has promised, after it was stopped. Reads what is stored in one snapshot. */
export async function check({ cluster, tenant, ledger, reader, receiver, rejected }: Scene): Promise<Row[]> {
  const client = await cluster.connect();
  await client.query('begin isolation level repeatable read');
  const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
  const faults = await faultsOf(query, tenant, ledger, reader).finally(() => client.end());
  const received = new Set(receiver.idsAt('/'));
  const undelivered = reader.read.filter(({ id }) => !received.has(id)).map(({ id }) => id);
  const row = (figure: string, goal: string, found: string[], measured: string): Row => ({
    figure,
    goal,
    measured: found.length === 0 ? measured : `${found.length} faults: ${found.slice(0, 3).join('; ')}`,
    met: found.length === 0,
  });
  return [
    row(
      'acknowledged users, bookings, cancellations and batches',
      'each stored once, also in the audit log',
      faults.stored,
      `${ledger.writes} writes, 0 lost, 0 repeated`,
    ),
    row(
      'changes feed across failovers',
      'each number once, in order',
      faults.feed,
      `${reader.read.length} changes without a gap`,
    ),
    row('acknowledged writes in the feed', 'each once', faults.announced, `${ledger.writes} changes`),
    row(
      'webhooks',
      'each change at least once',
      undelivered,
      `${received.size} received in ${receiver.received.length} requests`,
    ),
    row('reads after an acknowledged write', 'the written version', faults.staleReads, 'never older'),
    row('responses', 'a success, or 503 or 429, which says to send again', faults.unexpected, 'no other'),
    row('token and operator session of the beginning', 'valid after each fault', rejected, 'always valid'),
  ];
}
