import { refusals } from '../../errors.ts';
import { changeAccess, toUser } from './change-access.ts';

export const revokeUserAccessErrors = [
  'external_service_not_found',
  'user_not_found',
  'nothing_to_change',
] as const;

/**
 * Takes that access away; a user that the service manages stays open to it.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`, `nothing_to_change`.
 */
export const revokeUserAccess = changeAccess(
  'revokeUserAccess',
  toUser,
  false,
  refusals(revokeUserAccessErrors),
);
