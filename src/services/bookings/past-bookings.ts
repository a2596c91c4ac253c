import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { isOver, type Place } from '../../rules/court-booking.ts';
import { isNoRange } from '../../rules/instant.ts';
import type { ServiceContext } from '../service-context.ts';
import { eventName } from '../values/time-names.ts';

/** Confirms that bookings are changed although they are over. */
export const changesPast = { changesPast: z.boolean().optional() };

export const pastErrors = ['court_booking_over'] as const;
const createError = errorFactory(pastErrors);
const createRangeError = errorFactory(['invalid_time_range']);

/** Says how many of some bookings are over. @param end when the first of these ended */
export const overText = (all: number, over: number, end: string, whatEnded = 'This booking ended') =>
  all === 1
    ? `${whatEnded} on ${end}.`
    : over === 1
      ? `One of these bookings is over. It ended on ${end}.`
      : `${over} of these bookings are over. The first ended on ${end}.`;

/**
 * Every change of a stored booking by an operator needs a separate confirmation if it is over, or would be at its new time.
 *
 * @throws ApiError `court_booking_over`
 */
export function requirePastConfirmed(
  { now }: ServiceContext,
  bookings: readonly { content: Pick<Place, 'endDate'> }[],
  isConfirmed: boolean | undefined,
  whatEnded = 'This booking ended',
): void {
  const over = bookings.filter(({ content }) => isOver(content, now()));
  const [first] = over;
  if (!first || isConfirmed) return;
  const what = overText(bookings.length, over.length, eventName(first.content.endDate), whatEnded);
  throw createError('court_booking_over', {
    message: `${what} Nothing was changed. Send "changesPast" with the value true to change it anyway.`,
  });
}

/** For operators, who learn before they confirm what nothing stored can change. @throws ApiError `invalid_time_range` */
export function rejectReversed(start: string, end: string | undefined): void {
  if (isNoRange(start, end)) throw createRangeError('invalid_time_range');
}
