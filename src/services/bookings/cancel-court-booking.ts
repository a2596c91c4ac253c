import { errorFactory } from '../../api-error.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredCancellation } from './stored-court-booking.ts';
import { writeInGroup } from './writes/court-booking-groups.ts';
import { toStoredCancellation } from './writes/known-court-bookings.ts';
import { authorOf } from './writes/write-court-bookings.ts';

/** The errors of a cancellation. Not in the document: the whole operation. */
export const cancelCourtBookingErrors = [...partnerErrors, 'stale_write'] as const;

const createError = errorFactory(cancelCourtBookingErrors);

/**
 * Cancels the partner's booking with this external id. Its court becomes free in the same transaction. If nothing is
 * stored, `externalUpdatedAt` is remembered, so that an older create that arrives later gets `stale_write`.
 *
 * The version rule is in `rules/cancel-court-booking.ts`. A cancellation needs neither a grant nor an active
 * court.
 *
 * @param externalUpdatedAt an instant
 * @param isDryRun returns or throws what the cancellation would, and writes nothing
 * @throws ApiError `stale_write`, `service_unavailable`.
 */
export async function cancelCourtBooking(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  externalCourtBookingId: string,
  externalUpdatedAt: string,
  isDryRun = false,
): Promise<StoredCancellation> {
  const { externalServiceId } = partner;
  const item = { action: 'cancel', externalCourtBookingId, externalUpdatedAt } as const;
  const author = authorOf(context, partner);
  const { database, newId } = context;
  const { result } = await writeInGroup({
    ...{ database, newId, externalServiceId },
    ...{ item, author, isDryRun },
  });
  if (result.outcome === 'refused')
    throw createError('stale_write', rejectionDetails(result.rejection, context.now()));
  return toStoredCancellation(result);
}
