import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { Organization } from '../../db/entities/organization.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { changeRow } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { timeZone } from '../values/time-zone.ts';

/** Omitted fields stay unchanged. */
export const UpdateOrganizationInput = z.strictObject({
  organizationId: uuid(),
  name: displayName().optional(),
  timeZone: timeZone().optional(),
});

export const updateOrganizationErrors = ['organization_not_found'] as const;
const createError = errorFactory(updateOrganizationErrors);

/**
 * Renames an organization, or changes its time zone. Returns its id.
 *
 * @throws ApiError `organization_not_found`.
 */
export function updateOrganization(
  context: ServiceContext,
  administrator: Administrator,
  { organizationId, ...given }: z.output<typeof UpdateOrganizationInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await lockRows(queryIn(em), 'organizations', [organizationId]);
    const organization = await em.findOne(Organization, organizationId);
    if (!organization) throw createError('organization_not_found');
    await changeRow(em, context, administrator, organization, given, 'updateOrganization');
    return organizationId;
  });
}
