import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { resultOfVersionReset, versionResetFault } from '../../rules/reset-court-booking-version.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';

export const ResetCourtBookingVersionInput = z.strictObject({
  courtBookingId: uuid(),
  externalUpdatedAt: instant(),
});

export const resetCourtBookingVersionErrors = ['court_booking_not_found', 'invalid_schema'] as const;
const createError = errorFactory(resetCourtBookingVersionErrors);

/**
 * Sets T of the version rule. It unblocks a booking whose `externalUpdatedAt` is far in the future. Nothing changes if
 * T already has this value.
 *
 * @throws ApiError `court_booking_not_found`, `invalid_schema` (a value in the future would block it again).
 */
export function resetCourtBookingVersion(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, externalUpdatedAt }: z.output<typeof ResetCourtBookingVersionInput>,
): Promise<string> {
  const change = { action: 'resetCourtBookingVersion', courtBookingId, createError } as const;
  const message = versionResetFault(externalUpdatedAt, context.now());
  if (message !== undefined)
    throw createError('invalid_schema', {
      issues: [{ path: ['externalUpdatedAt'], code: 'in_the_future', message }],
    });
  return changeCourtBooking(context, supporter, change, (booking, writing) =>
    resultOfVersionReset(booking, externalUpdatedAt, writing),
  );
}
