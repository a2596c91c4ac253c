import type { RateLimitPolicy } from '../services/limits/rate-limiter.ts';
import { batchCourtBookingsOperation } from './batch-court-bookings.ts';
import { cancelCourtBookingOperation } from './cancel-court-booking.ts';
import { createUserOperation } from './create-user.ts';
import { eraseUserOperation } from './erase-user.ts';
import { getCourtBookingOperation } from './get-court-booking.ts';
import { getCourtOccupancyOperation } from './get-court-occupancy.ts';
import { getTokenOperation } from './get-token.ts';
import { getUserOperation } from './get-user.ts';
import { getUserByExternalIdOperation } from './get-user-by-external-id.ts';
import { listChangesOperation } from './list-changes.ts';
import { listCourtBookingsOperation } from './list-court-bookings.ts';
import { listCourtsOperation } from './list-courts.ts';
import { listUsersOperation } from './list-users.ts';
import { listWebhookEndpointsOperation } from './list-webhook-endpoints.ts';
import type { Operation } from './operation.ts';
import { updateUserOperation } from './update-user.ts';
import { upsertCourtBookingOperation } from './upsert-court-booking.ts';

/** Every operation. `today()`: the current date, `YYYY-MM-DD`; `rateLimit`: of each API token whose external service has none of its own. */
export const operations = (today: () => string, rateLimit: RateLimitPolicy): Operation[] => [
  createUserOperation(today),
  upsertCourtBookingOperation(),
  getTokenOperation(rateLimit),
  getCourtBookingOperation(),
  listCourtBookingsOperation(),
  cancelCourtBookingOperation(),
  batchCourtBookingsOperation(),
  listCourtsOperation(),
  getCourtOccupancyOperation(),
  getUserOperation(),
  getUserByExternalIdOperation(),
  listUsersOperation(),
  updateUserOperation(today),
  eraseUserOperation(),
  listChangesOperation(),
  listWebhookEndpointsOperation(),
];

/** The operations as they are documented: the bound "not in the future" moves, so schemas say it in words. */
export const documentedOperations = (): Operation[] =>
  operations(() => '9999-12-31', { perSecond: 50, burst: 100 });
