import { createUserOperation } from './create-user.ts';
import { eraseUserOperation } from './erase-user.ts';
import { getUserOperation } from './get-user.ts';
import { getUserByExternalIdOperation } from './get-user-by-external-id.ts';
import { listUsersOperation } from './list-users.ts';
import type { Operation } from './operation.ts';
import { updateUserOperation } from './update-user.ts';
import { upsertCourtBookingOperation } from './upsert-court-booking.ts';

/** Every documented operation. `today()`: the current date, `YYYY-MM-DD`. */
export const operations = (today: () => string): Operation[] => [
  createUserOperation(today),
  upsertCourtBookingOperation(),
  getUserOperation(),
  getUserByExternalIdOperation(),
  listUsersOperation(),
  updateUserOperation(today),
  eraseUserOperation(),
];

/** The operations as they are documented: the bound "not in the future" moves, so schemas say it in words. */
export const documentedOperations = (): Operation[] => operations(() => '9999-12-31');
