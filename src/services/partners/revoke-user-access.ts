import { refusals } from '../../errors.ts';
import { changeAccess, toUser } from './change-access.ts';

export const revokeUserAccessErrors = ['external_service_not_found', 'user_not_found'] as const;

/**
 * Takes that access away; a user that the service manages stays open to it. Nothing changes when there was none.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`.
 */
export const revokeUserAccess = changeAccess(
  'revokeUserAccess',
  toUser,
  false,
  refusals(revokeUserAccessErrors),
);
