import { z } from 'zod';
import type { Content } from '../../rules/court-booking.ts';
import { cancellers } from '../../rules/court-booking-status.ts';
import { instantAt, microsOf } from '../../rules/instant.ts';
import { dateTime, uuid } from '../values/fields.ts';

export const maxParticipants = 50;

/** The fields of an upsert as they are stored and returned. Participants look different in a response. A new field comes here. */
export const courtBookingFields = {
  courtId: uuid(),
  startDate: dateTime(),
  endDate: dateTime(),
  externalUpdatedAt: dateTime(),
};

/** Returns what an upsert writes into a booking. Fields and names without a value are left out. */
export function contentOf<Input extends Content>(input: Input): Content {
  const fields = Object.entries(courtBookingFields).flatMap(([name, schema]) => {
    const value = input[name as keyof typeof courtBookingFields];
    if (value == null) return [];
    // Instants are compared as text, and those of operators have milliseconds.
    return [[name, schema.meta()?.format === 'date-time' ? instantAt(microsOf(value)) : value]];
  });
  const participants = input.participants.map(({ userId, email, erased }) => ({
    ...(userId === undefined ? {} : { userId }),
    ...(email === undefined ? {} : { email }),
    ...(erased === undefined ? {} : { erased }),
  }));
  return { ...(Object.fromEntries(fields) as Omit<Content, 'participants'>), participants };
}

/** A stored booking. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const StoredCourtBooking = z.strictObject({
  id: uuid(),
  ...courtBookingFields,
  /** The participants as the stored request named them, in its order. Erased ones keep only their place. */
  participants: z.array(
    z.union([
      z.strictObject({ userId: uuid() }),
      z.strictObject({ email: z.string() }),
      z.strictObject({ erased: z.literal(true) }),
    ]),
  ),
  /** The following fields are set only in cancelled bookings. */
  cancelledAt: dateTime().optional(),
  cancelledBy: z.array(z.enum(cancellers)).optional(),
  cancellationReason: z.string().optional(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  /** Maps the participants' addresses to user ids, if the service has access to those users. */
  openUsers: z.record(z.string(), uuid()),
});
export type StoredCourtBooking = z.output<typeof StoredCourtBooking>;

/** A stored cancellation. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface StoredCancellation {
  externalUpdatedAt: string;
  /** When it was first cancelled, by the partner or an operator. */
  cancelledAt: string;
}
