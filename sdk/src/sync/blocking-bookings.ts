import type { Instant } from './instant.ts';
import { isActive, type StoredBooking } from './stored-booking.ts';
import type { PlannedChange } from './sync-plan.ts';

/**
 * Finds the changes that must be carried out first. For each change (by index), returns the indexes of the changes whose stored bookings
 * overlap its new place.
 */
export function findBlockingBookings(
  changes: readonly PlannedChange[],
  stored: ReadonlyMap<string, StoredBooking>,
): number[][] {
  const slots = new Map<string, { startDate: Instant; endDate: Instant; index: number }[]>();
  for (const [index, { externalCourtBookingId }] of changes.entries()) {
    const booking = stored.get(externalCourtBookingId);
    if (!booking || !isActive(booking)) continue;
    const { courtId, startDate, endDate } = booking;
    const ofCourt = slots.get(courtId) ?? [];
    slots.set(courtId, ofCourt);
    ofCourt.push({ startDate, endDate, index });
  }
  // Stored bookings of a court never overlap, so they end in the order in which they start.
  for (const ofCourt of slots.values()) ofCourt.sort((a, b) => (a.startDate < b.startDate ? -1 : 1));

  return changes.map((change, index) => {
    if (change.action === 'cancel') return [];
    const { courtId, startDate, endDate } = change.send;
    const ofCourt = slots.get(courtId) ?? [];
    const inTheWay: number[] = [];
    for (let at = firstThatEndsAfter(ofCourt, startDate); at < ofCourt.length; at++) {
      const slot = ofCourt[at]!;
      if (slot.startDate >= endDate) break;
      if (slot.index !== index) inTheWay.push(slot.index);
    }
    return inTheWay;
  });
}

function firstThatEndsAfter(slots: readonly { endDate: Instant }[], instant: Instant): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]!.endDate > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
