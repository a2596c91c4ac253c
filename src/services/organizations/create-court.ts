import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { reserveCourtName } from './court-name.ts';

export const CreateCourtInput = z.strictObject({ organizationId: uuid(), name: displayName() });

export const createCourtErrors = ['organization_not_found', 'name_already_in_use'] as const;
const createError = errorFactory(createCourtErrors);

/**
 * Creates a court of an organization. Returns its id.
 *
 * @throws ApiError `organization_not_found`, `name_already_in_use`.
 */
export function createCourt(
  context: ServiceContext,
  administrator: Administrator,
  { organizationId, name }: z.output<typeof CreateCourtInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const organization = await em.findOne(Organization, organizationId);
    if (!organization) throw createError('organization_not_found');
    await reserveCourtName(em, organizationId, name, createError);
    const { id } = em.create(Court, { id: context.newId(), organization, name });
    await recordChange(em, context, administrator, {
      action: 'createCourt',
      subjectId: id,
      after: { organizationId, name },
    });
    await appendChange(em, context, administrator, {
      type: 'court.created',
      subjectId: id,
      data: {
        id,
        name,
        organization: { id: organizationId, name: organization.name, timeZone: organization.timeZone },
      },
      audience: { organizationId },
    });
    return id;
  });
}
