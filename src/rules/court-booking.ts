import type { Cancellations } from './court-booking-status.ts';

/** A period of a court. Date-times are instants. The end is exclusive, so back-to-back bookings do not overlap. */
export interface Place {
  courtId: string;
  startDate: string;
  endDate: string;
}

/** A person, as the request names the person. Exactly one of the fields is set, or the request is rejected. */
export interface Participant {
  userId?: string | undefined;
  /** In lower case. */
  email?: string | undefined;
  /** A person who was erased. The place in the list remains. */
  erased?: true | undefined;
}

/** What a partner writes into a booking: every field of an upsert. A further field needs no change of the rules. */
export interface Content extends Place {
  /** The version. */
  externalUpdatedAt: string;
  participants: readonly Participant[];
}

/** A booking as it is stored. */
export interface StoredBooking extends Cancellations {
  id: string;
  externalServiceId: string;
  externalCourtBookingId: string;
  content: Content;
  createdAt: string;
  updatedAt: string;
}

/** What is kept of a cancellation without a booking. */
export interface Tombstone {
  externalUpdatedAt: string;
  cancelledAt: string;
}

type Time = Omit<Place, 'courtId'>;

/** @param now Unix milliseconds */
export const isOver = ({ endDate }: Pick<Place, 'endDate'>, now: number) => Date.parse(endDate) <= now;

/** Returns true if two periods have an instant in common. A reversed period is empty. */
export const overlap = (a: Time, b: Time) =>
  a.startDate < a.endDate && b.startDate < b.endDate && a.startDate < b.endDate && b.startDate < a.endDate;
