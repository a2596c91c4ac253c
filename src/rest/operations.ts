import { createUserOperation } from './create-user.ts';
import type { Operation } from './operation.ts';
import { upsertCourtBookingOperation } from './upsert-court-booking.ts';

/** Every documented operation. `today()`: the current date, `YYYY-MM-DD`. */
export const operations = (today: () => string): Operation[] => [
  createUserOperation(today),
  upsertCourtBookingOperation(),
];
