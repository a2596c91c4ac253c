// Compares what a partner's writes were acknowledged with and what PostgreSQL has stored.
import type { Tenant } from '../test/harness/data/factories.ts';
import type { FeedReader, ReadChange } from './load/feed-reader.ts';
import type { AcknowledgedBooking, Action, Ledger } from './load/ledger.ts';

/** The stored data of one partner. */
interface Stored {
  bookings: Map<string, AcknowledgedBooking>;
  users: Map<string, string>;
  /** The number of audit events of each action. */
  audited: Record<string, number>;
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statement
type Query = (text: string, values: unknown[]) => Promise<any[]>;

/**
 * Returns the faults of each kind, after all clients have stopped. Nothing may write at the same time, unless all statements of `query` see
 * one snapshot.
 */
export async function faultsOf(query: Query, tenant: Tenant, ledger: Ledger, reader: FeedReader) {
  const announced = reader.read.filter(({ type }) => /^(court_booking|user)\./.test(type)).length;
  return {
    stored: differences(ledger, await readStored(query, tenant)),
    feed: faultsOfFeed(reader.read),
    announced:
      announced === ledger.writes ? [] : [`${ledger.writes} writes, ${announced} changes in the feed`],
    staleReads: ledger.staleReads,
    unexpected: [...ledger.unexpected, ...reader.unexpected],
  };
}

/** Returns each difference between what was acknowledged and what is stored. */
function differences(ledger: Ledger, { bookings, users, audited }: Stored): string[] {
  const found: string[] = [];
  for (const [id, booking] of ledger.bookings) {
    const [sent, stored] = [JSON.stringify(booking), JSON.stringify(bookings.get(id))];
    if (stored !== sent) found.push(`booking ${id}: ${sent} was acknowledged, ${stored} is stored`);
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
const faultsOfFeed = (read: ReadChange[]): string[] =>
  read.flatMap(({ sequence }, index) =>
    sequence === index + 1 ? [] : [`change ${sequence} is at position ${index + 1}`],
  );

async function readStored(query: Query, { externalServiceId, tokenId }: Tenant): Promise<Stored> {
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
  const bookingOf = ({ court, start, version, active }: (typeof bookings)[number]): AcknowledgedBooking => ({
    courtId: court,
    startDate: instant(start),
    externalUpdatedAt: instant(version),
    isCancelled: !active,
  });
  return {
    bookings: new Map(bookings.map((row) => [row.id, bookingOf(row)])),
    users: new Map(users.map(({ id, email }) => [id, email])),
    audited: Object.fromEntries(audited.map(({ action, count }) => [action, count])),
  };
}
