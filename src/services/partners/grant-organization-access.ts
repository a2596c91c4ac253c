import { changeAccess, organizationAccessErrors, toOrganization } from './change-access.ts';

export { OrganizationAccessInput as GrantOrganizationAccessInput } from './change-access.ts';
export const grantOrganizationAccessErrors = organizationAccessErrors;

/**
 * Grants an external service access to the courts of an organization.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`, `nothing_to_change`.
 */
export const grantOrganizationAccess = changeAccess('grantOrganizationAccess', toOrganization);
