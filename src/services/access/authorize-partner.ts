import { errorFactory } from '../../api-error.ts';
import { allows, lacksScope, type Scope } from '../../rules/requests/scope.ts';
import type { AuthenticatedToken } from './authenticate-api-token.ts';

declare const authorized: unique symbol;

/** The author of a change in the records. */
export interface Actor {
  type: 'api_token' | 'operator';
  id: string;
}

/**
 * A caller that may act for an external service within a scope. Only the authorizing function creates one, so a
 * transport that does not authorize does not compile.
 */
export interface Partner<S extends Scope> {
  readonly externalServiceId: string;
  readonly actor: Actor;
  /** All granted scopes. Some responses depend on them. */
  readonly scopes: readonly Scope[];
  readonly [authorized]: S;
}

export const authorizePartnerErrors = ['scope_permission_denied', 'external_service_access_denied'] as const;
const createError = errorFactory(authorizePartnerErrors);

/**
 * Authorizes a token for an operation (document, section 5, rules 5 and 6, in the order of checks).
 *
 * @throws ApiError `scope_permission_denied`, `external_service_access_denied`. An external service that does not
 * exist gets the same error as another partner's.
 * @param scope if several, any one suffices. null: none is required.
 */
export function authorizePartner<S extends Scope>(
  token: AuthenticatedToken,
  scope: S | readonly S[] | null,
  externalServiceId: string,
): Partner<S> {
  const needed = scope === null ? undefined : [scope].flat();
  if (needed && !needed.some((one) => allows(token.scopes, one)))
    throw createError('scope_permission_denied', { message: lacksScope(needed) });
  if (token.externalServiceId !== externalServiceId) throw createError('external_service_access_denied');
  const actor = { type: 'api_token', id: token.id };
  return { externalServiceId, actor, scopes: token.scopes } as Partner<S>;
}
