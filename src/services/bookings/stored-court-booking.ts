import { z } from 'zod';
import type { Content } from '../../rules/court-booking.ts';
import { copyFields } from '../../rules/court-booking-fields.ts';
import { cancellers } from '../../rules/court-booking-status.ts';
import { withMicros } from '../../rules/instant.ts';
import { dateTime, uuid } from '../values/fields.ts';
import { optionalFields } from './optional-fields.ts';

export const maxParticipants = 50;

/** The fields of an upsert as they are stored and returned. Participants look different in a response. */
export const courtBookingFields = {
  courtId: uuid().describe('The court.'),
  startDate: dateTime(),
  endDate: dateTime(),
  externalUpdatedAt: dateTime(),
  ...z.object(optionalFields).partial().shape,
};

/** The formats of the fields: `uuid`, `date-time` or `text`. */
export const courtBookingFormats = Object.fromEntries(
  Object.entries(courtBookingFields).map(([name, schema]) => [name, schema.meta()?.format ?? 'text']),
) as Record<keyof typeof courtBookingFields, string>;

/** Returns what an upsert writes, from a request or from a stored booking. Fields and names without a value are left out. */
export function contentOf(booking: Content) {
  // Instants are compared as text, and those of operators have milliseconds.
  const fields = copyFields(courtBookingFormats, booking, withMicros);
  const participants = booking.participants.map(({ userId, email, erased }) => ({
    ...(userId === undefined ? {} : { userId }),
    ...(email === undefined ? {} : { email }),
    ...(erased === undefined ? {} : { erased }),
  }));
  return { ...fields, participants };
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
