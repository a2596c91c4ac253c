/** Not in the document: whether a booking occupies its court. Open: a client must accept a value that it does not know. */
export const statuses = ['ACTIVE', 'CANCELLED'] as const;

export type CourtBookingStatus = (typeof statuses)[number];

/** Who can have cancelled a booking: both can. */
export const cancellers = ['PARTNER', 'OPERATOR'] as const;

/** The most that are ever listed: there may be more kinds of them one day. */
export const maxCancellers = 10;

export type Canceller = (typeof cancellers)[number];

/**
 * Who has cancelled a booking; nobody while it is active. As `functions.court_booking_cancelled_by` says it: an operator
 * always gives a reason, a partner never does.
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
