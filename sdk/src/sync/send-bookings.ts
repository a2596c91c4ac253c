import type { Sending } from './send-batch.ts';
import type { SyncClient } from './sync-client.ts';
import type { PlannedChange, SyncRefusal } from './sync-plan.ts';
import { toItem } from './to-item.ts';

type BookingOutcome = 'created' | 'updated' | 'cancelled' | 'replayed';

/** How bookings are sent. */
export const sendingBookings = (client: SyncClient): Sending<PlannedChange, SyncRefusal, BookingOutcome> => ({
  send: (changes, atomic, signal) =>
    client.batchCourtBookings({ atomic, items: changes.map(toItem) }, { minimal: true, signal }),
  counted: ['created', 'updated', 'cancelled', 'replayed'],
  refusalOf: ({ externalCourtBookingId }, { type, message, ...details }) => ({
    externalCourtBookingId,
    type,
    message,
    by: 'service',
    ...(details as Pick<SyncRefusal, 'stored' | 'conflicts' | 'issues'>),
  }),
  temporary: 'court_booking_overlap',
  batchRefused:
    'Not written, because a booking that it exchanges places with was rejected. Run again once that one can be.',
});
