import { z } from 'zod';
import { Court, Organization } from '../../db/organization.ts';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { text, uuid } from '../values/fields.ts';

export const CreateCourtInput = z.strictObject({ organizationId: uuid(), name: text(1, 255) });

export const createCourtErrors = ['organization_not_found'] as const;
const refuse = refusals(createCourtErrors);

/**
 * Creates a court of an organization; answers its id.
 *
 * @throws ApiError `organization_not_found`.
 */
export function createCourt(
  context: ServiceContext,
  administrator: Administrator,
  { organizationId, name }: z.output<typeof CreateCourtInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const organization = await em.findOne(Organization, organizationId);
    if (!organization) throw refuse('organization_not_found');
    const { id } = em.create(Court, { id: context.newId(), organization, name });
    await recordChange(em, context, administrator, {
      action: 'createCourt',
      subjectType: 'court',
      subjectId: id,
      after: { organizationId, name },
    });
    return id;
  });
}
