import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import type { ExternalService } from '../../db/entities/external-service.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { changeRow } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { findExternalService } from './find-external-service.ts';

/** The new values. Those that are undefined stay. */
type Given = { [Field in keyof ExternalService]?: ExternalService[Field] | undefined };

/**
 * Changes the given fields of an external service, and records that. Returns its id.
 *
 * @param check is called with the stored row, which is locked, before anything is written
 * @throws ApiError `external_service_not_found`.
 */
export function changeExternalService(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId, ...given }: { externalServiceId: string } & Given,
  action: AuditAction,
  createError: ErrorFactory<'external_service_not_found'>,
  check?: (em: SqlEntityManager, stored: ExternalService) => Promise<void>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    const service = await findExternalService(em, externalServiceId);
    if (!service) throw createError('external_service_not_found');
    await check?.(em, service);
    await changeRow(em, context, administrator, service, given, action);
    return externalServiceId;
  });
}
