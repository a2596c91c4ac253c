import { changeAccess, toUser, userAccessErrors } from './change-access.ts';

export { UserAccessInput as RevokeUserAccessInput } from './change-access.ts';
export const revokeUserAccessErrors = userAccessErrors;

/**
 * Revokes access to a user. A service keeps access to the users that it manages.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`, `nothing_to_change`.
 */
export const revokeUserAccess = changeAccess('revokeUserAccess', toUser);
