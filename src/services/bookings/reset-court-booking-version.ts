import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { resultOfVersionReset, versionResetFault } from '../../rules/reset-court-booking-version.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';
import { changesPast, pastErrors } from './past-bookings.ts';

export const ResetCourtBookingVersionInput = z.strictObject({
  courtBookingId: uuid(),
  externalUpdatedAt: instant(),
  ...changesPast,
});

export const resetCourtBookingVersionErrors = [
  'court_booking_not_found',
  'invalid_schema',
  ...pastErrors,
] as const;
const createError = errorFactory(resetCourtBookingVersionErrors);

/**
 * Sets T of the version rule. It unblocks a booking whose `externalUpdatedAt` is far in the future. Nothing changes if
 * T already has this value.
 *
 * @throws ApiError `court_booking_not_found`, `invalid_schema` (a value in the future would block it again),
 * `court_booking_over`.
 */
export function resetCourtBookingVersion(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, externalUpdatedAt, changesPast }: z.output<typeof ResetCourtBookingVersionInput>,
): Promise<string> {
  const change = { action: 'resetCourtBookingVersion', courtBookingId, createError, changesPast } as const;
  const message = versionResetFault(externalUpdatedAt, context.now());
  if (message !== undefined)
    throw createError('invalid_schema', {
      issues: [{ path: ['externalUpdatedAt'], code: 'in_the_future', message }],
    });
  return changeCourtBooking(context, supporter, change, (booking, writing) =>
    resultOfVersionReset(booking, externalUpdatedAt, writing),
  );
}
