import { ApiError } from '../../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { AuthenticatedOperator } from './authenticate-operator.ts';
import type { Actor, Partner } from './authorize-partner.ts';
import type { Scope } from './scope.ts';

declare const authorized: unique symbol;

/** An operator who may change things. Only the authorizing function makes one. */
export interface Administrator {
  readonly actor: Actor;
  readonly [authorized]: 'ADMIN';
}

/**
 * Lets administrators through.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeAdministrator(operator: AuthenticatedOperator): Administrator {
  if (operator.role !== 'ADMIN') throw new ApiError('operator_permission_denied');
  return { actor: { type: 'operator', id: operator.id } } as Administrator;
}

/**
 * An administrator acts for an external service, within any scope.
 *
 * @throws ApiError `external_service_not_found`.
 */
export async function actForPartner<S extends Scope>(
  { database }: ServiceContext,
  administrator: Administrator,
  externalServiceId: string,
): Promise<Partner<S>> {
  const known = await database.query('select from external_services where id = $1', [externalServiceId]);
  if (known.length === 0) throw new ApiError('external_service_not_found');
  return { externalServiceId, actor: administrator.actor } as Partner<S>;
}
