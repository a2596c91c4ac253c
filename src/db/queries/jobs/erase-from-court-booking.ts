import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { isHashed } from './erasures.ts';

/** A booking, and the SHA-256 of the addresses that are erased from it. */
interface Target {
  courtBookingId: string;
  hashes: readonly string[];
}

/** What stays, because the person was named again: everything from this id on, or nothing. */
interface Kept {
  isNamedAnew: boolean;
  until: string;
}

/** Returns whether one of the addresses that the booking named belongs to a user. */
export async function hasAccount(query: Query, { courtBookingId, hashes }: Target): Promise<boolean> {
  const accounts = await query(
    `select from audit_events, jsonb_path_query(after, '$.participants[*].email') named
     join users on email = named #>> '{}'
     where subject_id = $1 and ${isHashed("named #>> '{}'", '$2')} limit 1`,
    [courtBookingId, hashes],
  );
  return accounts.length > 0;
}

/** Returns whether one of the addresses was added to the booking by an event with this id or a later one. */
export async function isNamedSince(
  query: Query,
  { courtBookingId, hashes }: Target,
  until: string,
): Promise<boolean> {
  const anew = await query(
    `select from audit_events
     where subject_id = $1 and id >= $2 and ${names('after', '$3')} and not ${names('before', '$3')} limit 1`,
    [courtBookingId, until, hashes],
  );
  return anew.length > 0;
}

/** Erases the addresses of participants. Returns the number of participants. */
export async function eraseFromParticipants(
  query: Query,
  { courtBookingId, hashes }: Target,
): Promise<number> {
  const rows = await query(
    `update court_booking_participants set email = null
     where court_booking_id = $1 and ${isHashed('email', '$2')} returning position`,
    [courtBookingId, hashes],
  );
  return rows.length;
}

export async function eraseFromAuditEvents(
  query: Query,
  { courtBookingId, hashes, isNamedAnew, until }: Target & Kept,
): Promise<void> {
  await query(
    `update audit_events
     set before = ${without('before', '$2')},
       after = case when $3 and id >= $4 then after else ${without('after', '$2')} end
     where subject_id = $1 and (${names('before', '$2')} or ${names('after', '$2')})`,
    [courtBookingId, hashes, isNamedAnew, until],
  );
}

/** Erases the addresses from changes of the booking. Returns the changed ones. */
export function eraseFromChanges(
  query: Query,
  table: 'change_outbox' | 'changes',
  { courtBookingId, hashes, isNamedAnew, until }: Target & Kept,
): Promise<{ id: string }[]> {
  const isErased = `subject_id = $1 and ${names('data', '$2')}
    and not ($3 and at >= to_timestamp(${databaseFunctions().schema}.millis_of($4) / 1000.0))`;
  return query<{ id: string }>(
    `update ${table} set data = ${without('data', '$2')} || jsonb_build_object('openUsers', (
       select coalesce(jsonb_object_agg(email, id), '{}') from jsonb_each(data -> 'openUsers') as o (email, id)
       where not ${isHashed('email', '$2')}
     ))
     where ${isErased} returning id`,
    [courtBookingId, hashes, isNamedAnew, until],
  );
}

/**
 * Announces the stored state of a booking as updated.
 *
 * @param ownRequestId the request id for `externalServiceId`, if the booking is its own
 */
export async function announceErasedCourtBooking(
  query: Query,
  {
    courtBookingId,
    externalServiceId,
    ownRequestId,
    requestId,
  }: { courtBookingId: string; externalServiceId: string | null; ownRequestId: string; requestId: string },
): Promise<void> {
  const { schema } = databaseFunctions();
  await query(
    `select ${schema}.announce_change(
       'court_booking.updated', b.id, clock_timestamp(), 'configuration',
       case when b.external_service_id = $2 then $3 else $4 end,
       stored.snapshot || jsonb_build_object('openUsers', stored.open_users),
       p_external_service_id => b.external_service_id, p_external_court_booking_id => b.external_court_booking_id
     ) from court_bookings b cross join lateral ${schema}.stored_court_booking(b) stored where b.id = $1`,
    [courtBookingId, externalServiceId, ownRequestId, requestId],
  );
}

/** SQL condition: a snapshot of a booking names one of the hashed addresses. */
function names(snapshot: string, hashes: string): string {
  return `exists (
    select from jsonb_path_query(${snapshot}, '$.participants[*].email') email where ${isHashed("email #>> '{}'", hashes)}
  )`;
}

/** SQL expression: a snapshot of a booking in which participants with hashed addresses keep only their places. */
function without(snapshot: string, hashes: string): string {
  return `case when ${names(snapshot, hashes)} then jsonb_set(${snapshot}, '{participants}', (
    select jsonb_agg(
      case when ${isHashed("participant ->> 'email'", hashes)} then jsonb '{"erased": true}' else participant end
      order by position
    )
    from jsonb_array_elements(${snapshot} -> 'participants') with ordinality as p (participant, position)
  )) else ${snapshot} end`;
}
