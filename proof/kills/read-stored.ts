import type { Database } from '../../src/db/connection/database.ts';
import type { Tenant } from '../../test/harness/data/factories.ts';
import type { Stored } from '../failover/load/check.ts';

const instant = (text: string) => new Date(text).toISOString();

/** Reads everything that is stored of a partner. Nothing may write at the same time. */
export async function readStored(
  database: Database,
  { externalServiceId, tokenId }: Tenant,
): Promise<Stored> {
  const bookings = await database.query<
    Record<'id' | 'court' | 'start' | 'version', string> & { active: boolean }
  >(
    `select external_court_booking_id as id, court_id as court, start_date as start, external_updated_at as version, active
     from court_bookings where external_service_id = $1`,
    [externalServiceId],
  );
  const users = await database.query<{ id: string; email: string }>(
    'select external_user_id as id, email from user_links join users on users.id = user_id where external_service_id = $1',
    [externalServiceId],
  );
  const audited = await database.query<{ action: string; count: number }>(
    'select action, count(*)::int as count from audit_events where actor_id = $1 group by action',
    [tokenId],
  );
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
