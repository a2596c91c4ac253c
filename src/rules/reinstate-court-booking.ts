import type { StoredBooking } from './court-booking.ts';
import { type ChangeResult, changed, unchanged } from './court-booking-change.ts';
import type { Writing } from './court-booking-item.ts';
import { cancellersOf, isActive } from './court-booking-status.ts';
import type { Known } from './known.ts';
import { overlapError, toConflict } from './overlap.ts';
import type { Rejection } from './rejection.ts';

export type ReinstatementResult = ChangeResult<'reinstated', Fault>;

type Fault = 'nothing_to_change' | 'court_not_found' | 'court_booking_overlap';

/**
 * Judges whether an operator's cancellation can be reversed. Only the partner's cancellation remains. A booking that its
 * partner has cancelled, too, takes no place. `nothing_to_change`: only the partner has cancelled it.
 */
export function resultOfReinstatement(
  known: Pick<Known, 'externalServiceId' | 'court' | 'occupants'>,
  booking: StoredBooking,
  { now }: Writing,
): ReinstatementResult {
  const refuse = (rejection: Rejection<Fault>) => ({ outcome: 'refused', rejection }) as const;
  if (isActive(booking)) return unchanged;
  if (!cancellersOf(booking).includes('OPERATOR')) return refuse({ error: 'nothing_to_change' });
  const { content, partnerCancelledAt: cancelledAt = null } = booking;
  if (isActive({ cancelledAt })) {
    if (!known.court(content.courtId)?.isActive) return refuse({ error: 'court_not_found' });
    const conflicts = known
      .occupants(content)
      .map((occupant) => toConflict(occupant, known.externalServiceId, content));
    if (conflicts.length > 0) return refuse(overlapError(conflicts));
  }
  return changed('reinstated', booking, { cancelledAt, cancellationReason: null }, now());
}
