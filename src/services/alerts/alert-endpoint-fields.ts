import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { ErrorFactory } from '../../api-error.ts';
import { AlertEndpoint, type AlertType, alertTypes } from '../../db/entities/alert.ts';

/** The alert types that are sent to an endpoint. */
export const alertTypesInput = () => z.array(z.enum(alertTypes)).min(1).max(100);

/** Returns each type once, in the order of `alertTypes`, so that equal sets become equal lists. */
export function alertTypesInOrder(types: readonly AlertType[]): AlertType[] {
  return alertTypes.filter((type) => types.includes(type));
}

/**
 * Finds an alert endpoint and locks it for a change.
 *
 * @throws ApiError `alert_endpoint_not_found`.
 */
export async function findAlertEndpoint(
  em: SqlEntityManager,
  id: string,
  createError: ErrorFactory<'alert_endpoint_not_found'>,
): Promise<AlertEndpoint> {
  const endpoint = await em.findOne(AlertEndpoint, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!endpoint) throw createError('alert_endpoint_not_found');
  return endpoint;
}
