import { z } from 'zod';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { createCourt, createCourtErrors } from './create-court.ts';

export const CreateCourtsInput = z.strictObject({
  organizationId: uuid(),
  names: z.array(displayName()).min(1).max(50),
});

export const createCourtsErrors = createCourtErrors;

/**
 * Creates several courts of an organization, or none. Returns the id of the organization.
 *
 * @throws ApiError `organization_not_found`, `name_already_in_use`.
 */
export function createCourts(
  context: ServiceContext,
  administrator: Administrator,
  { organizationId, names }: z.output<typeof CreateCourtsInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const database = inTransaction(context.database, em);
    for (const name of names)
      await createCourt({ ...context, database }, administrator, { organizationId, name });
    return organizationId;
  });
}
