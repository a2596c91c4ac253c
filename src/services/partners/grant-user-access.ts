import { changeAccess, toUser, userAccessErrors } from './change-access.ts';

export { UserAccessInput as GrantUserAccessInput } from './change-access.ts';
export const grantUserAccessErrors = userAccessErrors;

/**
 * Grants an external service access to another service's user, so that its bookings may name the user.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`, `nothing_to_change`.
 */
export const grantUserAccess = changeAccess('grantUserAccess', toUser);
