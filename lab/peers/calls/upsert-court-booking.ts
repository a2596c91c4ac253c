import type { Authorize } from './authorize.ts';
import {
  type Booking,
  type BookingRow,
  identity,
  type Participant,
  refuseAmbiguous,
  refuseClosed,
  type StoredBooking,
  schema,
} from './court-booking.ts';
import { findBooking, findOpenUsers, writeBooking } from './court-booking-rows.ts';
import type { Database, Query } from './database.ts';
import type { RecordChange } from './facts.ts';
import { ApiError, type Request, type Server } from './server.ts';

interface Parameters {
  serviceId: string;
  bookingId: string;
}
type Sent = Booking & { participants: Participant[] };
interface Upserted {
  row: BookingRow;
  /** As they were named. */
  participants: Participant[];
  /** The users whom the service may name, by id and by e-mail. */
  openUsers: Map<string, string>;
  outcome: 'created' | 'updated' | 'replayed';
  before?: StoredBooking | undefined;
}

/** `PUT …/court-bookings/by-external-id/…`, section 4.2 of the document. */
export function addUpsertCourtBooking(
  server: Server,
  database: Database,
  authorize: Authorize,
  recordChange: RecordChange,
): void {
  server.put<{ Params: Parameters; Body: Booking }>(
    '/api/v1/external-services/:serviceId/court-bookings/by-external-id/:bookingId',
    { schema, config: { operation: 'upsertCourtBooking', subjectOf } },
    async (request, reply) => {
      const { params, body, headers } = request;
      const caller = await authorize(headers.authorization, 'court-bookingwrite', params.serviceId);
      request.caller = caller;
      const participants = (body.participants ?? []).map(({ userId, email }) =>
        userId ? { userId: userId.toLowerCase(), email } : { email: email?.toLowerCase() },
      ) as Participant[];
      refuseAmbiguous(participants);
      if (Date.parse(body.startDate) >= Date.parse(body.endDate))
        throw new ApiError(400, 'invalid_time_range');
      const upserted = await database.transaction(async (query) => {
        const result = await upsert(query, params, { ...body, participants });
        if (result.outcome !== 'replayed')
          recordChange(query, { caller, requestId: request.id, ...changeOf(result, params.bookingId) });
        return result;
      });
      reply.status(upserted.outcome === 'created' ? 201 : 200);
      return {
        externalServiceId: params.serviceId,
        externalCourtBookingId: params.bookingId,
        ...fieldsOf(upserted.row, present(upserted)),
      };
    },
  );
}

function subjectOf({ params, body }: Request) {
  const { courtId, startDate, endDate, externalUpdatedAt } = body as Booking;
  return { externalId: (params as Parameters).bookingId, courtId, startDate, endDate, externalUpdatedAt };
}

const fieldsOf = (row: BookingRow, participants: Participant[]) => ({
  courtId: row.court_id,
  startDate: row.start_date,
  endDate: row.end_date,
  externalUpdatedAt: row.external_updated_at,
  participants,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Adds the ids of users who were named by e-mail. */
const present = ({ participants, openUsers }: Upserted) =>
  participants.map((participant) => {
    const userId = participant.email ? openUsers.get(participant.email) : participant.userId;
    return userId ? { ...participant, userId } : participant;
  });

function changeOf({ row, participants, openUsers, outcome, before }: Upserted, bookingId: string) {
  const owners = participants.flatMap(({ email }) =>
    email && openUsers.has(email) ? [[email, openUsers.get(email)]] : [],
  );
  return {
    action: 'upsertCourtBooking',
    type: `court_booking.${outcome}`,
    subjectId: row.id,
    externalCourtBookingId: bookingId,
    at: row.updated_at,
    before: before && { id: before.id, ...fieldsOf(before, before.participants) },
    after: { id: row.id, ...fieldsOf(row, participants) },
    further: { openUsers: Object.fromEntries(owners) },
  };
}

async function upsert(query: Query, { serviceId, bookingId }: Parameters, booking: Sent): Promise<Upserted> {
  const { courtId, startDate, endDate, participants } = booking;
  // Each statement sees what the lock has waited for.
  query('lock-key', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${serviceId}/${bookingId}`]);
  const [[court], openUsers, stored] = await Promise.all([
    query<{ granted: string | null }>(
      'find-court',
      `select g.organization_id as granted from courts c
       left join organization_grants g on g.organization_id = c.organization_id and g.external_service_id = $2
       where c.id = $1`,
      [courtId, serviceId],
    ),
    findOpenUsers(query, serviceId, participants),
    findBooking(query, serviceId, bookingId, booking),
  ]);
  if (!court) throw new ApiError(404, 'court_not_found');
  if (!court.granted) throw new ApiError(403, 'organization_access_denied');
  refuseClosed(participants, openUsers);
  if (stored?.cancelled_at) throw new ApiError(409, 'version_conflict');
  if (stored?.newer_stored) throw new ApiError(409, 'stale_write');
  if (stored?.same_version) {
    if (!isSame(stored, participants)) throw new ApiError(409, 'version_conflict');
    return { outcome: 'replayed', row: stored, participants: stored.participants, openUsers };
  }
  query('lock-courts', 'select id from courts where id = any($1::uuid[]) order by id for no key update', [
    [courtId, ...(stored ? [stored.court_id] : [])],
  ]);
  const overlaps = await query(
    'find-overlap',
    `select id from court_bookings where court_id = $1 and active
       and tstzrange(start_date, end_date, '[)') && tstzrange($2, $3, '[)') and id is distinct from $4 limit 1`,
    [courtId, startDate, endDate, stored?.id ?? null],
  );
  if (overlaps.length > 0) throw new ApiError(409, 'court_booking_overlap');
  const row = writeBooking(query, serviceId, bookingId, booking, stored);
  return { outcome: stored ? 'updated' : 'created', row, participants, openUsers, before: stored };
}

const isSame = (stored: StoredBooking, participants: Participant[]) =>
  stored.same_slot &&
  stored.participants.length === participants.length &&
  stored.participants.every((one) => participants.some((other) => identity(other) === identity(one)));
