import { z } from 'zod';
import { uuid } from '../values/fields.ts';
import { cancellers } from './court-booking-status.ts';

export const maxParticipants = 50;

/** A stored booking. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const StoredCourtBooking = z.strictObject({
  id: uuid(),
  courtId: uuid(),
  startDate: z.string(),
  endDate: z.string(),
  externalUpdatedAt: z.string(),
  /** The participants as the stored request named them, in its order. Erased ones keep only their place. */
  participants: z.array(
    z.union([
      z.strictObject({ userId: uuid() }),
      z.strictObject({ email: z.string() }),
      z.strictObject({ erased: z.literal(true) }),
    ]),
  ),
  /** The following fields are set only in cancelled bookings. */
  cancelledAt: z.string().optional(),
  cancelledBy: z.array(z.enum(cancellers)).optional(),
  cancellationReason: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Maps the participants' addresses to user ids, if the service has access to those users. */
  openUsers: z.record(z.string(), uuid()),
});
export type StoredCourtBooking = z.output<typeof StoredCourtBooking>;
