import { changeAccess, toOrganization } from './change-access.ts';

/**
 * Takes that access away; bookings that were made stay. Nothing changes when there was none.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`.
 */
export const revokeOrganizationAccess = changeAccess('revokeOrganizationAccess', toOrganization, false);
