import { randomUUID } from 'node:crypto';
import { type Booking, type BookingRow, identity, type Participant } from './court-booking.ts';
import type { Query } from './database.ts';
import { ApiError } from './server.ts';

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
  if (participants.some(({ userId }) => userId && !open.has(userId)))
    throw new ApiError(403, 'user_access_denied');
  const people = participants.map((participant) => open.get(identity(participant)) ?? identity(participant));
  if (new Set(people).size < people.length) throw new ApiError(400, 'duplicate_entries_provided');
  return open;
}

export async function participantsOf(query: Query, bookingId: string): Promise<Participant[]> {
  const rows = await query<{ user_id: string | null; email: string | null }>(
    'find-participants',
    'select user_id, email from court_booking_participants where court_booking_id = $1 order by position',
    [bookingId],
  );
  return rows.map((row) => (row.user_id ? { userId: row.user_id } : { email: row.email! }));
}

export async function writeBooking(
  query: Query,
  serviceId: string,
  bookingId: string,
  { courtId, startDate, endDate, externalUpdatedAt, participants }: Booking & { participants: Participant[] },
  storedId: string | undefined,
): Promise<BookingRow> {
  const slot = [courtId, startDate, endDate, externalUpdatedAt];
  const [row] = storedId
    ? await query<BookingRow>(
        'update-booking',
        `update court_bookings set court_id = $2, start_date = $3, end_date = $4, external_updated_at = $5,
           updated_at = clock_timestamp() where id = $1 returning *`,
        [storedId, ...slot],
      )
    : await query<BookingRow>(
        'insert-booking',
        `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning *`,
        [randomUUID(), serviceId, bookingId, ...slot],
      );
  if (storedId) {
    await query('delete-participants', 'delete from court_booking_participants where court_booking_id = $1', [
      storedId,
    ]);
  }
  if (participants.length > 0) {
    await query(
      'insert-participants',
      `insert into court_booking_participants (court_booking_id, position, user_id, email)
       select $1, n - 1, u, e from unnest($2::uuid[], $3::text[]) with ordinality as t (u, e, n)`,
      [
        row!.id,
        participants.map(({ userId }) => userId ?? null),
        participants.map(({ email }) => email ?? null),
      ],
    );
  }
  return row!;
}
