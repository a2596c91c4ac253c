import { changeAccess, toUser } from './change-access.ts';

/**
 * Lets an external service name a user, whom another one manages, in its bookings. Nothing changes when it may already.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`.
 */
export const grantUserAccess = changeAccess('grantUserAccess', toUser, true);
