import { refusals } from '../../errors.ts';
import type { AuthenticatedOperator } from './authenticate-operator.ts';
import type { Actor } from './authorize-partner.ts';

declare const authorized: unique symbol;

/** An operator, who may read. Only the authorizing functions make one. */
export interface Viewer {
  readonly actor: Actor;
  readonly [authorized]: AuthenticatedOperator['role'];
}

/** An operator who may step in on bookings and users. */
export interface Supporter extends Viewer {
  readonly [authorized]: 'SUPPORT' | 'ADMIN';
}

/** An operator who may change everything. */
export interface Administrator extends Supporter {
  readonly [authorized]: 'ADMIN';
}

export const authorizeOperatorErrors = ['operator_permission_denied'] as const;
const refuse = refusals(authorizeOperatorErrors);

/** Lets every operator through: all may read. */
export function authorizeViewer(operator: AuthenticatedOperator): Viewer {
  return through(operator, ['VIEWER', 'SUPPORT', 'ADMIN']);
}

/**
 * Lets administrators through.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeAdministrator(operator: AuthenticatedOperator): Administrator {
  return through(operator, ['ADMIN']) as Administrator;
}

/**
 * Lets through who may step in on bookings and users: SUPPORT, and administrators.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeSupporter(operator: AuthenticatedOperator): Supporter {
  return through(operator, ['SUPPORT', 'ADMIN']);
}

function through({ id, role }: AuthenticatedOperator, roles: AuthenticatedOperator['role'][]): Supporter {
  if (!roles.includes(role)) throw refuse('operator_permission_denied');
  return { actor: { type: 'operator', id } } as Supporter;
}
