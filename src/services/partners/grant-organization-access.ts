import { errorFactory } from '../../api-error.ts';
import { changeAccess, toOrganization } from './change-access.ts';

export const grantOrganizationAccessErrors = [
  'external_service_not_found',
  'organization_not_found',
  'nothing_to_change',
] as const;

/**
 * Grants an external service access to the courts of an organization.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`, `nothing_to_change`.
 */
export const grantOrganizationAccess = changeAccess(
  'grantOrganizationAccess',
  toOrganization,
  true,
  errorFactory(grantOrganizationAccessErrors),
);
