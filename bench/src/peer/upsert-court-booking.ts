import type { Authorize } from './authorize.ts';
import { type Booking, type BookingRow, identity, type Participant, schema } from './court-booking.ts';
import { findOpenUsers, participantsOf, writeBooking } from './court-booking-rows.ts';
import type { Database, Query } from './database.ts';
import { ApiError, type Server } from './server.ts';

interface Parameters {
  serviceId: string;
  bookingId: string;
}
interface Answer {
  status: number;
  row: BookingRow;
  participants: Participant[];
}

/** `PUT …/court-bookings/by-external-id/…`, section 4.2 of the document. */
export function addUpsertCourtBooking(server: Server, database: Database, authorize: Authorize): void {
  server.put<{ Params: Parameters; Body: Booking }>(
    '/api/v1/external-services/:serviceId/court-bookings/by-external-id/:bookingId',
    { schema },
    async ({ params, body, headers }, reply) => {
      await authorize(headers.authorization, 'court-bookingwrite', params.serviceId);
      const participants = (body.participants ?? []).map(({ userId, email }) =>
        userId ? { userId: userId.toLowerCase(), email } : { email: email?.toLowerCase() },
      ) as Participant[];
      refuseAmbiguous(participants);
      if (Date.parse(body.startDate) >= Date.parse(body.endDate))
        throw new ApiError(400, 'invalid_time_range');
      const { status, ...answer } = await database.transaction((query) =>
        upsert(query, params, { ...body, participants }),
      );
      reply.status(status);
      return {
        externalServiceId: params.serviceId,
        courtId: answer.row.court_id,
        externalCourtBookingId: params.bookingId,
        startDate: answer.row.start_date,
        endDate: answer.row.end_date,
        externalUpdatedAt: answer.row.external_updated_at,
        participants: answer.participants,
        createdAt: answer.row.created_at,
        updatedAt: answer.row.updated_at,
      };
    },
  );
}

function refuseAmbiguous(participants: Participant[]): void {
  if (participants.some(({ userId, email }) => (userId === undefined) === (email === undefined)))
    throw new ApiError(400, 'mutually_exclusive_fields_violation');
  if (new Set(participants.map(identity)).size < participants.length)
    throw new ApiError(400, 'duplicate_entries_provided');
}

async function upsert(
  query: Query,
  { serviceId, bookingId }: Parameters,
  booking: Booking & { participants: Participant[] },
): Promise<Answer> {
  const { courtId, startDate, endDate, externalUpdatedAt, participants } = booking;
  await query('lock-key', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${serviceId}/${bookingId}`,
  ]);
  const [court] = await query<{ granted: string | null }>(
    'find-court',
    `select g.organization_id as granted from courts c
     left join organization_grants g on g.organization_id = c.organization_id and g.external_service_id = $2
     where c.id = $1`,
    [courtId, serviceId],
  );
  if (!court) throw new ApiError(404, 'court_not_found');
  if (!court.granted) throw new ApiError(403, 'organization_access_denied');
  const openUsers = await findOpenUsers(query, serviceId, participants);
  const present = (list: Participant[]) =>
    list.map((participant) => {
      const userId = participant.email ? openUsers.get(participant.email) : participant.userId;
      return userId ? { ...participant, userId } : participant;
    });

  const [stored] = await query<
    BookingRow & { same_version: boolean; newer_stored: boolean; same_slot: boolean }
  >(
    'find-booking',
    `select *, external_updated_at = $3 as same_version, external_updated_at > $3 as newer_stored,
       start_date = $4 and end_date = $5 and court_id = $6 as same_slot
     from court_bookings where external_service_id = $1 and external_court_booking_id = $2 for update`,
    [serviceId, bookingId, externalUpdatedAt, startDate, endDate, courtId],
  );
  if (stored?.cancelled_at) throw new ApiError(409, 'version_conflict');
  if (stored?.newer_stored) throw new ApiError(409, 'stale_write');
  if (stored?.same_version) {
    const before = await participantsOf(query, stored.id);
    const same =
      stored.same_slot &&
      before.length === participants.length &&
      before.every((one) => participants.some((other) => identity(other) === identity(one)));
    if (!same) throw new ApiError(409, 'version_conflict');
    return { status: 200, row: stored, participants: present(before) };
  }
  await query(
    'lock-courts',
    'select id from courts where id = any($1::uuid[]) order by id for no key update',
    [[courtId, ...(stored ? [stored.court_id] : [])]],
  );
  const overlaps = await query(
    'find-overlap',
    `select id from court_bookings where court_id = $1 and active
       and tstzrange(start_date, end_date, '[)') && tstzrange($2, $3, '[)') and id is distinct from $4 limit 1`,
    [courtId, startDate, endDate, stored?.id ?? null],
  );
  if (overlaps.length > 0) throw new ApiError(409, 'court_booking_overlap');
  const row = await writeBooking(query, serviceId, bookingId, booking, stored?.id);
  return { status: stored ? 200 : 201, row, participants: present(participants) };
}
