import type { CourtBooking } from '../operations.generated.ts';
import { type BookingFields, normalized } from './booking-fields.ts';

export type StoredParticipant = CourtBooking['participants'][number];

export interface StoredBooking extends BookingFields {
  externalCourtBookingId: string;
  participants: StoredParticipant[];
  status: string;
  cancelledBy: string[];
  cancellationReason: string | undefined;
}

/** Normalizes a booking that the service returned. */
export function toStored(read: CourtBooking): StoredBooking {
  const { externalCourtBookingId, participants, status, cancelledBy = [], cancellationReason } = read;
  const fields = normalized(read) as BookingFields;
  return { externalCourtBookingId, ...fields, participants, status, cancelledBy, cancellationReason };
}

/**
 * Returns true if a booking occupies its place. A status that is newer than this package counts as active, so that the place is never taken
 * for free.
 */
export const isActive = ({ status }: StoredBooking) => status !== 'CANCELLED';
