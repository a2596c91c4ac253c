import type { Place } from './court-booking.ts';
import type { Occupant } from './known.ts';
import type { Conflict, Rejection } from './rejection.ts';

const maxConflicts = 10;

/** Returns the error of a place that is taken, with the first conflicts by their start. */
export function overlapError(conflicts: Conflict[]): Rejection<'court_booking_overlap'> {
  return { error: 'court_booking_overlap', conflicts: conflicts.sort(byStart).slice(0, maxConflicts) };
}

/**
 * Returns a conflict. The external service's own bookings have their id and times. Bookings of others have only their time
 * within the place.
 */
export function toConflict(
  { id, externalServiceId, externalCourtBookingId, startDate, endDate }: Occupant,
  own: string,
  place: Place,
): Conflict {
  if (externalServiceId === own) return { id, startDate, endDate, externalCourtBookingId };
  return { id, ...clipped({ startDate, endDate }, place) };
}

/** Returns the part of a period that is within another. */
export const clipped = ({ startDate, endDate }: Period, within: Period): Period => ({
  startDate: startDate > within.startDate ? startDate : within.startDate,
  endDate: endDate < within.endDate ? endDate : within.endDate,
});

type Period = Omit<Place, 'courtId'>;

/** Bookings of others come first. */
function byStart(a: Conflict, b: Conflict): number {
  const [one, other] = [a, b].map(
    ({ startDate, externalCourtBookingId = '' }) => `${startDate} ${externalCourtBookingId}`,
  );
  return one! < other! ? -1 : 1;
}
