import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { ExternalService } from '../../db/entities/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { changeExternalService } from './change-external-service.ts';
import { reserveExternalServiceName } from './external-service-name.ts';

/** Omitted fields stay unchanged. */
export const UpdateExternalServiceInput = z.strictObject({
  externalServiceId: uuid(),
  name: displayName().optional(),
  active: z.boolean().optional(),
});

export const updateExternalServiceErrors = ['external_service_not_found', 'name_already_in_use'] as const;
const createError = errorFactory(updateExternalServiceErrors);

/**
 * Renames, deactivates or reactivates an external service. Returns its id. Not in the document: every process rejects
 * the tokens of a deactivated service within 1 s, and accepts them again just as fast after reactivation. Its bookings
 * and users stay, and operators may act for it.
 *
 * @throws ApiError `external_service_not_found`, `name_already_in_use`.
 */
export function updateExternalService(
  context: ServiceContext,
  administrator: Administrator,
  input: z.output<typeof UpdateExternalServiceInput>,
): Promise<string> {
  const reserveName = async (em: SqlEntityManager, stored: ExternalService) => {
    const { name = stored.name } = input;
    if (name !== stored.name) await reserveExternalServiceName(em, name, createError);
  };
  return changeExternalService(
    context,
    administrator,
    input,
    'updateExternalService',
    createError,
    reserveName,
  );
}
