import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId, uuid } from '../values/fields.ts';
import { loadCourtBookings } from './writes/write-court-bookings.ts';

export const ResetCancellationInput = z.strictObject({
  externalServiceId: uuid(),
  externalCourtBookingId: externalId(),
});

export const resetCancellationErrors = ['cancellation_not_found'] as const;
const createError = errorFactory(resetCancellationErrors);

/**
 * Deletes a remembered cancellation without a booking. It unblocks an external id whose cancellation has an
 * `externalUpdatedAt` far in the future. Returns the id of the external service.
 *
 * @throws ApiError `cancellation_not_found`: a booking is stored, or nothing at all.
 */
export function resetCancellation(
  context: ServiceContext,
  supporter: Supporter,
  { externalServiceId, externalCourtBookingId }: z.output<typeof ResetCancellationInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const database = inTransaction(context.database, em);
    const { known } = await loadCourtBookings(
      database,
      externalServiceId,
      [{ externalCourtBookingId }],
      'all',
    );
    const tombstone = known.tombstone(externalCourtBookingId);
    if (!tombstone) throw createError('cancellation_not_found');
    await database.call('save_court_bookings', { externalServiceId, forgotten: [externalCourtBookingId] });
    await recordChange(em, context, supporter, {
      action: 'resetCancellation',
      subjectId: externalServiceId,
      before: { externalCourtBookingId, externalUpdatedAt: tombstone.externalUpdatedAt },
    });
    return externalServiceId;
  });
}
