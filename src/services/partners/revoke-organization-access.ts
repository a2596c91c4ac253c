import { changeAccess, organizationAccessErrors, toOrganization } from './change-access.ts';

export { OrganizationAccessInput as RevokeOrganizationAccessInput } from './change-access.ts';
export const revokeOrganizationAccessErrors = organizationAccessErrors;

/**
 * Revokes access to an organization. Existing bookings stay.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`, `nothing_to_change`.
 */
export const revokeOrganizationAccess = changeAccess('revokeOrganizationAccess', toOrganization);
