import { z } from 'zod';
import { cancellers } from '../../rules/court-booking-status.ts';
import { dateTime, uuid } from '../values/fields.ts';

export const maxParticipants = 50;

/** The fields of an upsert as they are stored and returned. Participants look different in a response. A new field comes here. */
export const courtBookingFields = {
  courtId: uuid(),
  startDate: dateTime(),
  endDate: dateTime(),
  externalUpdatedAt: dateTime(),
};

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
