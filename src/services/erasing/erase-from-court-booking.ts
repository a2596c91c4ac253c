import type { WaitsFor } from '../../db/connection/guard.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { deleteWebhookResponses } from './delete-webhook-responses.ts';
import { afterAllSentBefore, type Erasure, isHashed } from './erasure.ts';

/**
 * Erases a person from a booking, by address. Only the place of the participant remains, also in the audit events and
 * the changes of the booking.
 *
 * The external service is notified that the booking was changed.
 *
 * It runs under the key of the booking, like every write. A transaction that read the address from the booking has
 * recorded it before, or no longer reads it. Each booking has its own transaction, so that it never waits for two
 * keys.
 *
 * A person who was named again stays, if the request began after the response to the erasure: that is not a copy. If
 * the address belongs to no account, the request must also have begun later than anything that may have been sent
 * before the response arrived.
 */
export async function eraseFromCourtBooking(
  { database, requestId, callerRequestId = requestId }: ServiceContext,
  erasure: Pick<Erasure, 'hashes' | 'until'>,
  courtBookingId: string,
  waitsFor: WaitsFor | undefined,
): Promise<void> {
  const { schema } = databaseFunctions();
  const { hashes } = erasure;
  await database.transaction(async (em) => {
    const { query } = inTransaction(database, em);
    await query(
      `select pg_advisory_xact_lock(${schema}.court_booking_key(external_service_id, external_court_booking_id))
       from court_bookings where id = $1`,
      [courtBookingId],
    );
    const accounts = await query(
      `select from audit_events, jsonb_path_query(after, '$.participants[*].email') named
       join users on email = named #>> '{}'
       where subject_id = $1 and ${isHashed("named #>> '{}'", '$2')} limit 1`,
      [courtBookingId, hashes],
    );
    const until = accounts.length > 0 ? erasure.until : afterAllSentBefore(erasure);
    const anew = await query(
      `select from audit_events
       where subject_id = $1 and id >= $2 and ${names('after', '$3')} and not ${names('before', '$3')} limit 1`,
      [courtBookingId, until, hashes],
    );
    const isNamedAnew = anew.length > 0;
    const places = isNamedAnew
      ? []
      : await query(
          `update court_booking_participants set email = null
           where court_booking_id = $1 and ${isHashed('email', '$2')} returning position`,
          [courtBookingId, hashes],
        );
    await query(
      `update audit_events
       set before = ${without('before', '$2')},
         after = case when $3 and id >= $4 then after else ${without('after', '$2')} end
       where subject_id = $1 and (${names('before', '$2')} or ${names('after', '$2')})`,
      [courtBookingId, hashes, isNamedAnew, until],
    );
    const isErased = `subject_id = $1 and ${names('data', '$2')}
      and not ($3 and at >= to_timestamp(${schema}.millis_of($4) / 1000.0))`;
    const parameters = [courtBookingId, hashes, isNamedAnew, until];
    // The outbox comes first. Changes that are sequenced meanwhile are then found in `changes`.
    const erase = (table: string) =>
      query<{ id: string }>(
        `update ${table} set data = ${without('data', '$2')} || jsonb_build_object('openUsers', (
           select coalesce(jsonb_object_agg(email, id), '{}') from jsonb_each(data -> 'openUsers') as o (email, id)
           where not ${isHashed('email', '$2')}
         ))
         where ${isErased} returning id`,
        parameters,
      );
    await erase('change_outbox');
    const changes = await erase('changes');
    await deleteWebhookResponses(query, 'changes.subject_id = $1 and changes.id = any ($2::uuid[])', [
      courtBookingId,
      changes.map(({ id }) => id),
    ]);
    if (places.length > 0)
      await query(
        `select ${schema}.announce_court_booking(
           'court_booking.updated', b, ${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id)),
           ${schema}.court_booking_open_users(b), clock_timestamp(), 'configuration',
           case when b.external_service_id = $2 then $3 else $4 end
         ) from court_bookings b where id = $1`,
        // Another partner could mistake the caller's request id for one of its own.
        [courtBookingId, waitsFor?.externalServiceId ?? null, callerRequestId, requestId],
      );
  }, waitsFor);
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
