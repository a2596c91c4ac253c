import { refusals } from '../../errors.ts';
import type { AuthenticatedOperator } from './authenticate-operator.ts';
import type { Actor } from './authorize-partner.ts';

declare const authorized: unique symbol;

/** An operator who may change things. Only the authorizing function makes one. */
export interface Administrator {
  readonly actor: Actor;
  readonly [authorized]: 'ADMIN';
}

export const authorizeAdministratorErrors = ['operator_permission_denied'] as const;
const refuse = refusals(authorizeAdministratorErrors);

/**
 * Lets administrators through.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeAdministrator(operator: AuthenticatedOperator): Administrator {
  if (operator.role !== 'ADMIN') throw refuse('operator_permission_denied');
  return { actor: { type: 'operator', id: operator.id } } as Administrator;
}
