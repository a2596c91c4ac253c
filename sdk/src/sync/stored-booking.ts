import type { CourtBooking } from '../operation.ts';
import { type Instant, toInstant } from './instant.ts';

/** A participant as the service answers it. */
export type StoredParticipant = CourtBooking['participants'][number];

/** A booking as the service has it: its times as instants. */
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

/** A booking as it is read, in the notation of a source's. */
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

/** Whether it occupies its place. A status that is newer than this package may, so that it is never taken for free. */
export const isActive = ({ status }: StoredBooking) => status !== 'CANCELLED';
