import type { StoredBooking } from './court-booking.ts';
import { type ChangeResult, changed, unchanged } from './court-booking-change.ts';
import type { Writing } from './court-booking-item.ts';

/**
 * Returns what is wrong with a version that an operator sets.
 *
 * @param externalUpdatedAt an instant
 * @param now Unix milliseconds
 */
export const versionResetFault = (externalUpdatedAt: string, now: number) =>
  externalUpdatedAt > new Date(now).toISOString()
    ? 'Must not lie in the future: it would block the booking until then.'
    : undefined;

/** Sets the version of a booking. */
export function resultOfVersionReset(
  booking: StoredBooking,
  externalUpdatedAt: string,
  { now }: Writing,
): ChangeResult<'version_reset', never> {
  const { content } = booking;
  if (content.externalUpdatedAt === externalUpdatedAt) return unchanged;
  return changed('version_reset', booking, { content: { ...content, externalUpdatedAt } }, now());
}
