import { refusals } from '../../errors.ts';
import { changeAccess, toOrganization } from './change-access.ts';

export const grantOrganizationAccessErrors = [
  'external_service_not_found',
  'organization_not_found',
] as const;

/**
 * Lets an external service book the courts of an organization. Nothing changes when it may already.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`.
 */
export const grantOrganizationAccess = changeAccess(
  'grantOrganizationAccess',
  toOrganization,
  true,
  refusals(grantOrganizationAccessErrors),
);
