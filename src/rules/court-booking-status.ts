/**
 * Not in the document: whether a booking occupies its court. The list may grow, so clients must accept unknown values.
 */
export const statuses = ['ACTIVE', 'CANCELLED'] as const;

export type CourtBookingStatus = (typeof statuses)[number];

/** The kinds of callers that can cancel a booking. Both can have cancelled the same one. */
export const cancellers = ['PARTNER', 'OPERATOR'] as const;

/** The maximum in the contract, with room for further kinds. */
export const maxCancellers = 10;

export type Canceller = (typeof cancellers)[number];

/** The times and the reason of the cancellations of a booking. */
export interface Cancellations {
  /** When it was first cancelled. */
  cancelledAt?: string | null | undefined;
  /** Not null in a cancelled booking means that its partner has cancelled it. */
  partnerCancelledAt?: string | null | undefined;
  /** Not null means that an operator has cancelled it. */
  cancellationReason?: string | null | undefined;
}

/** A booking occupies its court until it is cancelled. The passage of time does not change this. */
export const isActive = ({ cancelledAt }: Cancellations) => cancelledAt == null;

/**
 * Returns who has cancelled a booking, or nobody while it is active. It matches
 * `functions.court_booking_cancelled_by`: an operator always gives a reason, a partner never does.
 */
export function cancellersOf(booking: Cancellations): Canceller[] {
  if (isActive(booking)) return [];
  if (booking.partnerCancelledAt == null) return ['OPERATOR'];
  return booking.cancellationReason == null ? ['PARTNER'] : ['PARTNER', 'OPERATOR'];
}
