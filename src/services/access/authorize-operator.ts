import { errorFactory } from '../../api-error.ts';
import type { AuthenticatedOperator } from './authenticate-operator.ts';
import type { Actor } from './authorize-partner.ts';

const authorized: unique symbol = Symbol('authorized');

/** An operator who is signed in, with any role. Only the authorizing functions create one. */
export interface SignedIn {
  readonly actor: Actor;
  /** True if the request has a session instead of a token. */
  readonly bySession: boolean;
  readonly [authorized]: AuthenticatedOperator['role'];
}

/** An operator who may change bookings and users. */
export interface Supporter extends SignedIn {
  readonly [authorized]: 'SUPPORT' | 'ADMIN';
}

/** An operator who may change everything. */
export interface Administrator extends Supporter {
  readonly [authorized]: 'ADMIN';
}

export const authorizeOperatorErrors = ['operator_permission_denied'] as const;
const createError = errorFactory(authorizeOperatorErrors);

/**
 * Requires an administrator.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeAdministrator(operator: AuthenticatedOperator): Administrator {
  return requireRole(operator, ['ADMIN']) as Administrator;
}

/**
 * Requires the role SUPPORT or ADMIN, which may change bookings and users.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function authorizeSupporter(operator: AuthenticatedOperator): Supporter {
  return requireRole(operator, ['SUPPORT', 'ADMIN']);
}

/**
 * Accepts every operator: for reading, and for an operator's own objects. The service function checks the ownership.
 */
export function authorizeAnyOperator(operator: AuthenticatedOperator): SignedIn {
  return requireRole(operator, ['VIEWER', 'SUPPORT', 'ADMIN']);
}

export function isAdministrator(operator: SignedIn): operator is Administrator {
  return operator[authorized] === 'ADMIN';
}

export function isSupporter(operator: SignedIn): operator is Supporter {
  return operator[authorized] !== 'VIEWER';
}

function requireRole(
  { id, role, bySession = false }: AuthenticatedOperator,
  roles: AuthenticatedOperator['role'][],
) {
  if (!roles.includes(role))
    throw createError('operator_permission_denied', {
      message: `Your role ${role} does not allow this. Ask an operator with the role ${roles.join(' or ')}.`,
    });
  return { actor: { type: 'operator', id }, bySession, [authorized]: role } as Supporter;
}
