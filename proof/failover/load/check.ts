import type { Row } from '../../report.ts';
import type { ReadChange } from './feed-reader.ts';
import type { AcknowledgedBooking, Action, Ledger } from './ledger.ts';
import type { Scene } from './scene.ts';

/** What the database contains of one partner. */
export interface Stored {
  bookings: Map<string, AcknowledgedBooking>;
  users: Map<string, string>;
  /** The number of audit events of each action. */
  audited: Record<string, number>;
}

/** Returns each difference between what was acknowledged and what is stored. */
export function differences(ledger: Ledger, { bookings, users, audited }: Stored): string[] {
  const found: string[] = [];
  for (const [id, booking] of ledger.bookings) {
    const stored = bookings.get(id);
    if (JSON.stringify(stored) !== JSON.stringify(booking))
      found.push(
        `booking ${id}: ${JSON.stringify(booking)} was acknowledged, ${JSON.stringify(stored)} is stored`,
      );
  }
  for (const [id, email] of ledger.users) if (users.get(id) !== email) found.push(`user ${id} is missing`);
  for (const id of bookings.keys())
    if (!ledger.bookings.has(id)) found.push(`booking ${id} was not acknowledged`);
  for (const id of users.keys()) if (!ledger.users.has(id)) found.push(`user ${id} was not acknowledged`);
  for (const [action, count] of Object.entries(ledger.counts) as [Action, number][])
    if (audited[action] !== count)
      found.push(`${count} times ${action} were acknowledged, ${audited[action] ?? 0} are in the audit log`);
  return found;
}

/** Returns each number that the feed left out, repeated or returned late. */
export function faultsOfFeed(read: ReadChange[]): string[] {
  return read.flatMap(({ sequence }, index) =>
    sequence === index + 1 ? [] : [`change ${sequence} is at position ${index + 1}`],
  );
}

/** Reads what is stored of the partner, in one snapshot. */
export async function readStored({ cluster, tenant }: Scene): Promise<Stored> {
  const client = await cluster.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const { rows: bookings } = await client.query(
      `select external_court_booking_id as id, court_id, start_date, external_updated_at, not active as is_cancelled
       from court_bookings where external_service_id = $1`,
      [tenant.externalServiceId],
    );
    const { rows: users } = await client.query(
      'select external_user_id as id, email from user_links join users on users.id = user_id where external_service_id = $1',
      [tenant.externalServiceId],
    );
    const { rows: audited } = await client.query(
      'select action, count(*)::int as count from audit_events where actor_id = $1 group by action',
      [tenant.tokenId],
    );
    return {
      bookings: new Map(
        bookings.map((row) => [
          row.id,
          {
            courtId: row.court_id,
            startDate: row.start_date.toISOString(),
            externalUpdatedAt: row.external_updated_at.toISOString(),
            isCancelled: row.is_cancelled,
          },
        ]),
      ),
      users: new Map(users.map(({ id, email }) => [id, email])),
      audited: Object.fromEntries(audited.map(({ action, count }) => [action, count])),
    };
  } finally {
    await client.end();
  }
}

/** Checks everything that the scene has promised, after it was stopped. */
export async function check(scene: Scene): Promise<Row[]> {
  const { ledger, reader, receiver, rejected } = scene;
  const lost = differences(ledger, await readStored(scene));
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
