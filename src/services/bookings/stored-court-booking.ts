import { z } from 'zod';
import { uuid } from '../values/fields.ts';
import { cancellers } from './court-booking-status.ts';

/** Of one booking. */
export const maxParticipants = 50;

/** A booking as it is stored. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const StoredCourtBooking = z.strictObject({
  id: uuid(),
  courtId: uuid(),
  startDate: z.string(),
  endDate: z.string(),
  externalUpdatedAt: z.string(),
  /** As they were named, in the order of the request that was written; of who was erased only the place. */
  participants: z.array(
    z.union([
      z.strictObject({ userId: uuid() }),
      z.strictObject({ email: z.string() }),
      z.strictObject({ erased: z.literal(true) }),
    ]),
  ),
  /** What follows, in a cancelled one: since when, and what an operator wrote. */
  cancelledAt: z.string().optional(),
  cancelledBy: z.array(z.enum(cancellers)).optional(),
  cancellationReason: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Of the addresses among the participants: the users they belong to, where those are open to the service. */
  openUsers: z.record(z.string(), uuid()),
});
export type StoredCourtBooking = z.output<typeof StoredCourtBooking>;
