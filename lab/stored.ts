// Compares what a partner's writes were acknowledged with and what PostgreSQL has stored.
import type { Tenant } from '../test/harness/data/factories.ts';
import type { AcknowledgedBooking, Action, Ledger } from './load/ledger.ts';

/** The stored data of one partner. */
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

// biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statement
type Query = (text: string, values: unknown[]) => Promise<any[]>;

/** Reads everything that is stored of a partner. Nothing may write at the same time, unless all statements see one snapshot. */
export async function readStored(query: Query, { externalServiceId, tokenId }: Tenant): Promise<Stored> {
  const bookings = await query(
    `select external_court_booking_id as id, court_id as court, start_date as start, external_updated_at as version, active
     from court_bookings where external_service_id = $1`,
    [externalServiceId],
  );
  const users = await query(
    'select external_user_id as id, email from user_links join users on users.id = user_id where external_service_id = $1',
    [externalServiceId],
  );
  const audited = await query(
    'select action, count(*)::int as count from audit_events where actor_id = $1 group by action',
    [tokenId],
  );
  const instant = (time: string | Date) => new Date(time).toISOString();
  return {
    bookings: new Map(
      bookings.map(({ id, court, start, version, active }) => [
        id,
        {
          courtId: court,
          startDate: instant(start),
          externalUpdatedAt: instant(version),
          isCancelled: !active,
        },
      ]),
    ),
    users: new Map(users.map(({ id, email }) => [id, email])),
    audited: Object.fromEntries(audited.map(({ action, count }) => [action, count])),
  };
}
