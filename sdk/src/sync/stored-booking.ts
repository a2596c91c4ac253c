import type { CourtBooking } from '../operation.ts';
import { type Instant, toInstant } from './instant.ts';

export type StoredParticipant = CourtBooking['participants'][number];

export interface StoredBooking {
  externalCourtBookingId: string;
  courtId: string;
  startDate: Instant;
  endDate: Instant;
  externalUpdatedAt: Instant;
  participants: StoredParticipant[];
  status: string;
  cancelledBy: string[];
  cancellationReason: string | undefined;
}

/** Normalizes a booking that the service returned. */
export function toStored(read: CourtBooking): StoredBooking {
  const {
    externalCourtBookingId,
    courtId,
    participants,
    status,
    cancelledBy = [],
    cancellationReason,
  } = read;
  return {
    externalCourtBookingId,
    courtId: courtId.toLowerCase(),
    startDate: toInstant(read.startDate)!,
    endDate: toInstant(read.endDate)!,
    externalUpdatedAt: toInstant(read.externalUpdatedAt)!,
    participants,
    status,
    cancelledBy,
    cancellationReason,
  };
}

/**
 * Returns true if a booking occupies its place. A status that is newer than this package counts as active, so that the place is never taken
 * for free.
 */
export const isActive = ({ status }: StoredBooking) => status !== 'CANCELLED';
