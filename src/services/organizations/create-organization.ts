import { z } from 'zod';
import { Organization } from '../../db/entities/organization.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName } from '../values/fields.ts';

export const CreateOrganizationInput = z.strictObject({ name: displayName() });

/** None in addition to those of every mutation. */
export const createOrganizationErrors = [] as const;

export function createOrganization(
  context: ServiceContext,
  administrator: Administrator,
  { name }: z.output<typeof CreateOrganizationInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const { id } = em.create(Organization, { id: context.newId(), name });
    await recordChange(em, context, administrator, {
      action: 'createOrganization',
      subjectType: 'organization',
      subjectId: id,
      after: { name },
    });
    return id;
  });
}
