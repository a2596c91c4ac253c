import type { WaitsFor } from '../../db/connection/guard.ts';
import { queryIn } from '../../db/connection/query.ts';
import { deleteWebhookResponses } from '../../db/queries/jobs/delete-webhook-responses.ts';
import {
  announceErasedCourtBooking,
  eraseFromAuditEvents,
  eraseFromChanges,
  eraseFromParticipants,
  hasAccount,
  isNamedSince,
} from '../../db/queries/jobs/erase-from-court-booking.ts';
import type { Erasure } from '../../db/queries/jobs/erasures.ts';
import { lockCourtBookingKeys } from '../../db/queries/operators/court-bookings.ts';
import type { ServiceContext } from '../service-context.ts';
import { afterAllSentBefore } from './erasure.ts';

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
  const target = { courtBookingId, hashes: erasure.hashes };
  await database.transaction(async (em) => {
    const query = queryIn(em);
    await lockCourtBookingKeys(query, [courtBookingId]);
    const until = (await hasAccount(query, target)) ? erasure.until : afterAllSentBefore(erasure);
    const isNamedAnew = await isNamedSince(query, target, until);
    const isParticipant = !isNamedAnew && (await eraseFromParticipants(query, target)) > 0;
    const records = { ...target, isNamedAnew, until };
    await eraseFromAuditEvents(query, records);
    // The outbox comes first. Changes that are sequenced meanwhile are then found in `changes`.
    await eraseFromChanges(query, 'change_outbox', records);
    const changes = await eraseFromChanges(query, 'changes', records);
    await deleteWebhookResponses(
      query,
      [courtBookingId],
      changes.map(({ id }) => id),
    );
    if (isParticipant)
      await announceErasedCourtBooking(query, {
        courtBookingId,
        externalServiceId: waitsFor?.externalServiceId ?? null,
        // Another partner could mistake the caller's request id for one of its own.
        ownRequestId: callerRequestId,
        requestId,
      });
  }, waitsFor);
}
