import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { Court } from '../../db/entities/organization.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import {
  type CourtBookingsCancellation,
  cancelFound,
  cancellationReason,
} from '../bookings/operator-cancellation.ts';
import type { ServiceContext } from '../service-context.ts';
import { text, uuid } from '../values/fields.ts';
import { updateCourt } from './update-court.ts';

export const CloseCourtAndCancelBookingsInput = z.strictObject({
  courtId: uuid(),
  reason: cancellationReason(),
  confirmToken: text(1, 255).optional(),
});

export const closeCourtAndCancelBookingsErrors = [
  'court_not_found',
  'nothing_to_change',
  'confirmation_outdated',
] as const;
const createError = errorFactory(closeCourtAndCancelBookingsErrors);

/**
 * Deactivates a court and cancels its bookings that have not ended, the first 500 for one reason. Blocks stay. If more are left, a
 * further call cancels them. Without `confirmToken` it is a dry run, as `cancelCourtBookings`.
 *
 * @throws ApiError `court_not_found`, `nothing_to_change` (it is closed and has no bookings to come),
 * `confirmation_outdated`.
 */
export function closeCourtAndCancelBookings(
  context: ServiceContext,
  administrator: Administrator,
  { confirmToken, ...given }: z.output<typeof CloseCourtAndCancelBookingsInput>,
): Promise<CourtBookingsCancellation> {
  const { courtId } = given;
  return context.database.transaction(async (em) => {
    const within = { ...context, database: inTransaction(context.database, em) };
    const court = await em.findOne(Court, courtId);
    if (!court) throw createError('court_not_found');
    const action = 'closeCourtAndCancelBookings';
    return cancelFound(within, administrator, {
      change: { action, changesPast: undefined },
      given,
      confirmToken,
      range: { courtId, from: new Date(context.now()).toISOString(), to: 'infinity' },
      createError,
      requireFound: (count) => {
        if (count === 0 && !court.active)
          throw createError('nothing_to_change', {
            message: 'The court is closed already, and has no bookings to come. Nothing was changed.',
          });
      },
      // Every writer locks bookings before courts. From now on nobody can book.
      whenLocked: () => updateCourt(within, administrator, { courtId, active: false }, action),
    });
  });
}
