import { batchCourtBookingsOperation } from './batch-court-bookings.ts';
import { cancelCourtBookingOperation } from './cancel-court-booking.ts';
import { createUserOperation } from './create-user.ts';
import type { Operation } from './operation.ts';
import { upsertCourtBookingOperation } from './upsert-court-booking.ts';

/** Every documented operation. `today()`: the current date, `YYYY-MM-DD`. */
export const operations = (today: () => string): Operation[] => [
  createUserOperation(today),
  upsertCourtBookingOperation(),
  cancelCourtBookingOperation(),
  batchCourtBookingsOperation(),
];

/** The operations as they are documented: the bound "not in the future" moves, so schemas say it in words. */
export const documentedOperations = (): Operation[] => operations(() => '9999-12-31');
