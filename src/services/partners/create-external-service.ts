import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { ExternalService } from '../../db/entities/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName } from '../values/fields.ts';
import { reserveExternalServiceName } from './external-service-name.ts';

export const CreateExternalServiceInput = z.strictObject({ name: displayName() });

export const createExternalServiceErrors = ['name_already_in_use'] as const;
const createError = errorFactory(createExternalServiceErrors);

/**
 * Creates an external service without any access. Returns its id.
 *
 * @throws ApiError `name_already_in_use`.
 */
export function createExternalService(
  context: ServiceContext,
  administrator: Administrator,
  { name }: z.output<typeof CreateExternalServiceInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await reserveExternalServiceName(em, name, createError);
    const { id } = em.create(ExternalService, { id: context.newId(), name });
    await recordChange(em, context, administrator, {
      action: 'createExternalService',
      subjectId: id,
      after: { name },
    });
    return id;
  });
}
