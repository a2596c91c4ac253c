import { newId } from '../../../src/services/values/new-id.ts';
import type { Booking, BookingRow, Participant, StoredBooking } from './court-booking.ts';
import type { Query } from './database.ts';

/** Returns the users among the participants whom the service may name, by id and by e-mail. */
export async function findOpenUsers(
  query: Query,
  serviceId: string,
  participants: Participant[],
): Promise<Map<string, string>> {
  const open = new Map<string, string>();
  if (participants.length === 0) return open;
  const rows = await query<{ id: string; email: string }>(
    'find-open-users',
    `select u.id, u.email from users u
     left join user_grants g on g.user_id = u.id and g.external_service_id = $3
     where (u.id = any($1::uuid[]) or u.email = any($2::text[]))
       and (u.managed_by_id = $3 or g.user_id is not null)`,
    [
      participants.flatMap(({ userId }) => userId ?? []),
      participants.flatMap(({ email }) => email ?? []),
      serviceId,
    ],
  );
  for (const { id, email } of rows) open.set(id, id).set(email, id);
  return open;
}

/** Locks the stored booking. Reads it with its participants, and compares it with the request. */
export async function findBooking(
  query: Query,
  serviceId: string,
  bookingId: string,
  { courtId, startDate, endDate, externalUpdatedAt }: Booking,
): Promise<StoredBooking | undefined> {
  const [stored] = await query<StoredBooking>(
    'find-booking',
    `select id, court_id, start_date, end_date, external_updated_at, cancelled_at, created_at, updated_at,
       external_updated_at = $3 as same_version, external_updated_at > $3 as newer_stored,
       start_date = $4 and end_date = $5 and court_id = $6 as same_slot,
       coalesce((
         select json_agg(json_strip_nulls(json_build_object('userId', user_id, 'email', email)) order by position)
         from court_booking_participants where court_booking_id = b.id
       ), '[]') as participants
     from court_bookings b where external_service_id = $1 and external_court_booking_id = $2 for update`,
    [serviceId, bookingId, externalUpdatedAt, startDate, endDate, courtId],
  );
  return stored;
}

/** Starts writing a booking. The transaction waits for it. */
export function writeBooking(
  query: Query,
  serviceId: string,
  bookingId: string,
  { courtId, startDate, endDate, externalUpdatedAt, participants }: Booking & { participants: Participant[] },
  stored: StoredBooking | undefined,
): BookingRow {
  const id = stored?.id ?? newId();
  const now = new Date();
  const slot = [courtId, startDate, endDate, externalUpdatedAt];
  if (stored) {
    query(
      'update-booking',
      `update court_bookings set court_id = $2, start_date = $3, end_date = $4, external_updated_at = $5, updated_at = $6
       where id = $1`,
      [id, ...slot, now],
    );
    query('delete-participants', 'delete from court_booking_participants where court_booking_id = $1', [id]);
  } else {
    query(
      'insert-booking',
      `insert into court_bookings
         (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, serviceId, bookingId, ...slot, now],
    );
  }
  if (participants.length > 0) {
    query(
      'insert-participants',
      `insert into court_booking_participants (court_booking_id, position, user_id, email)
       select $1, n - 1, u, e from unnest($2::uuid[], $3::text[]) with ordinality as t (u, e, n)`,
      [id, participants.map(({ userId }) => userId ?? null), participants.map(({ email }) => email ?? null)],
    );
  }
  return {
    id,
    court_id: courtId,
    start_date: new Date(startDate),
    end_date: new Date(endDate),
    external_updated_at: new Date(externalUpdatedAt),
    cancelled_at: null,
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
}
