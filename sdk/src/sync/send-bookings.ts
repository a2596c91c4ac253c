import { toItem } from './group-into-batches.ts';
import type { Sending } from './send-batch.ts';
import type { SyncClient } from './sync-client.ts';
import type { PlannedChange, SyncRefusal, SyncReport } from './sync-plan.ts';

type BookingOutcome = 'created' | 'updated' | 'cancelled' | 'replayed';

/** How bookings are sent. */
export const sendingBookings = (client: SyncClient): Sending<PlannedChange, SyncRefusal, BookingOutcome> => ({
  send: (changes, atomic, signal) =>
    client.batchCourtBookings({ atomic, items: changes.map(toItem) }, { minimal: true, signal }),
  refusalOf: ({ externalCourtBookingId }, error) => ({ externalCourtBookingId, by: 'service', ...error }),
  temporary: 'court_booking_overlap',
  message:
    'Not written, because a booking that it exchanges places with was rejected. Correct that one, and run again.',
});

/** The report of a run before its changes are sent. */
export const newReport = (refused: readonly SyncRefusal[], unchanged = 0): SyncReport => ({
  ok: refused.length === 0,
  summary: { created: 0, updated: 0, cancelled: 0, replayed: 0, unchanged, refused: refused.length },
  refused: [...refused],
});
