import { z } from 'zod';
import { ExternalService } from '../../db/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { text } from '../values/fields.ts';

export const CreateExternalServiceInput = z.strictObject({ name: text(1, 255) });

/** Nothing but what every mutation may answer. */
export const createExternalServiceErrors = [] as const;

/** Creates an external service, without any access yet; answers its id. */
export function createExternalService(
  context: ServiceContext,
  administrator: Administrator,
  { name }: z.output<typeof CreateExternalServiceInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const { id } = em.create(ExternalService, { id: context.newId(), name });
    await recordChange(em, context, administrator, {
      action: 'createExternalService',
      subjectType: 'external_service',
      subjectId: id,
      after: { name },
    });
    return id;
  });
}
