import { refusals } from '../../errors.ts';
import { changeAccess, toOrganization } from './change-access.ts';

export const revokeOrganizationAccessErrors = [
  'external_service_not_found',
  'organization_not_found',
] as const;

/**
 * Takes that access away; bookings that were made stay. Nothing changes when there was none.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`.
 */
export const revokeOrganizationAccess = changeAccess(
  'revokeOrganizationAccess',
  toOrganization,
  false,
  refusals(revokeOrganizationAccessErrors),
);
