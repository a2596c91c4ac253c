import { errorFactory } from '../../api-error.ts';
import { changeAccess, toOrganization } from './change-access.ts';

export const revokeOrganizationAccessErrors = [
  'external_service_not_found',
  'organization_not_found',
  'nothing_to_change',
] as const;

/**
 * Revokes access to an organization. Existing bookings stay.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`, `nothing_to_change`.
 */
export const revokeOrganizationAccess = changeAccess(
  'revokeOrganizationAccess',
  toOrganization,
  false,
  errorFactory(revokeOrganizationAccessErrors),
);
