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

/**
 * Returns who has cancelled a booking, or nobody while it is active. It matches
 * `functions.court_booking_cancelled_by`: an operator always gives a reason, a partner never does.
 */
export function cancellersOf({
  active,
  partnerCancelledAt,
  cancellationReason,
}: {
  active: boolean;
  partnerCancelledAt?: string | null | undefined;
  cancellationReason?: string | null | undefined;
}): Canceller[] {
  if (active) return [];
  if (partnerCancelledAt == null) return ['OPERATOR'];
  return cancellationReason == null ? ['PARTNER'] : ['PARTNER', 'OPERATOR'];
}
