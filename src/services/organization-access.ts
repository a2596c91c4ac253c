import { z } from 'zod';
import { ExternalService, OrganizationGrant } from '../db/external-service.ts';
import { Organization } from '../db/organization.ts';
import { ApiError } from '../errors.ts';
import type { Administrator } from './authorize-operator.ts';
import { uuid } from './fields.ts';
import { recordChange } from './record-change.ts';
import type { ServiceContext } from './service-context.ts';

export const OrganizationAccessInput = z.strictObject({ externalServiceId: uuid(), organizationId: uuid() });
type OrganizationAccessInput = z.output<typeof OrganizationAccessInput>;

/**
 * Lets an external service book the courts of an organization; nothing changes when it may already.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`.
 */
export const grantOrganizationAccess = change('grantOrganizationAccess', true);

/**
 * Takes that access away; bookings that were made stay. Nothing changes when there was none.
 *
 * @throws ApiError `external_service_not_found`, `organization_not_found`.
 */
export const revokeOrganizationAccess = change('revokeOrganizationAccess', false);

function change(action: string, granted: boolean) {
  return (
    context: ServiceContext,
    administrator: Administrator,
    { externalServiceId, organizationId }: OrganizationAccessInput,
  ): Promise<string> =>
    context.database.transaction(async (em) => {
      // Two changes of one service's access take turns.
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `access/${externalServiceId}`,
      ]);
      const externalService = await em.findOne(ExternalService, externalServiceId);
      if (!externalService) throw new ApiError('external_service_not_found');
      const organization = await em.findOne(Organization, organizationId);
      if (!organization) throw new ApiError('organization_not_found');
      const grant = await em.findOne(OrganizationGrant, { externalService, organization });
      if ((grant !== null) === granted) return externalServiceId;
      if (grant) em.remove(grant);
      else em.create(OrganizationGrant, { externalService, organization });
      recordChange(em, context, administrator, {
        action,
        subjectType: 'external_service',
        subjectId: externalServiceId,
        after: { organizationId, granted },
      });
      return externalServiceId;
    });
}
