import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { changeRow } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { reserveExternalServiceName } from './external-service-name.ts';
import { findExternalService } from './find-external-service.ts';

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
  { externalServiceId, ...given }: z.output<typeof UpdateExternalServiceInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    const service = await findExternalService(em, externalServiceId);
    if (!service) throw createError('external_service_not_found');
    const { name = service.name } = given;
    if (name !== service.name) await reserveExternalServiceName(em, name, createError);
    await changeRow(em, context, administrator, service, given, {
      action: 'updateExternalService',
      subjectType: 'external_service',
    });
    return externalServiceId;
  });
}
