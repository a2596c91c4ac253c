import { z } from 'zod';
import { Organization } from '../../db/entities/organization.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName } from '../values/fields.ts';
import { timeZone } from '../values/time-zone.ts';

export const CreateOrganizationInput = z.strictObject({
  name: displayName(),
  timeZone: timeZone().optional(),
});

/** None in addition to those of every mutation. */
export const createOrganizationErrors = [] as const;

/** Creates an organization, in UTC unless a time zone is given. Returns its id. */
export function createOrganization(
  context: ServiceContext,
  administrator: Administrator,
  { name, timeZone = 'UTC' }: z.output<typeof CreateOrganizationInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const { id } = em.create(Organization, { id: context.newId(), name, timeZone });
    await recordChange(em, context, administrator, {
      action: 'createOrganization',
      subjectId: id,
      after: { name, timeZone },
    });
    return id;
  });
}
