import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { isOver, type StoredBooking } from '../../rules/court-booking.ts';
import type { ServiceContext } from '../service-context.ts';
import { eventName } from '../values/time-names.ts';

/** Confirms that bookings are changed although they are over. */
export const changesPast = { changesPast: z.boolean().optional() };

export const pastErrors = ['court_booking_over'] as const;
const createError = errorFactory(pastErrors);

/**
 * Every change of a stored booking by an operator needs a separate confirmation if the booking is over.
 *
 * @throws ApiError `court_booking_over`
 */
export function requirePastConfirmed(
  { now }: ServiceContext,
  bookings: readonly Pick<StoredBooking, 'content'>[],
  isConfirmed: boolean | undefined,
): void {
  const over = bookings.filter(({ content }) => isOver(content, now()));
  const [first] = over;
  if (!first || isConfirmed) return;
  const end = eventName(first.content.endDate);
  const what =
    bookings.length === 1
      ? `This booking ended on ${end}.`
      : `${over.length} of these bookings are over. The first ended on ${end}.`;
  throw createError('court_booking_over', {
    message: `${what} Nothing was changed. Send "changesPast" with the value true to change it anyway.`,
  });
}
