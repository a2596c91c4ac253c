import { refusals } from '../../errors.ts';
import type { AuthenticatedToken } from './authenticate-api-token.ts';
import { allows, type Scope } from './scope.ts';

declare const authorized: unique symbol;

/** Who a change is recorded to. */
export interface Actor {
  type: 'api_token' | 'operator';
  id: string;
}

/**
 * Somebody who may act for an external service within a scope. Only the authorizing function makes one, so a
 * transport that forgot to authorize does not compile.
 */
export interface Partner<S extends Scope> {
  readonly externalServiceId: string;
  readonly actor: Actor;
  /** All that were granted: what is shown may depend on them. */
  readonly scopes: readonly Scope[];
  readonly [authorized]: S;
}

export const authorizePartnerErrors = ['scope_permission_denied', 'external_service_access_denied'] as const;
const refuse = refusals(authorizePartnerErrors);

/**
 * Authorizes a token for an operation (document, section 5, rules 5 and 6, in the order of checks).
 *
 * @throws ApiError `scope_permission_denied`, `external_service_access_denied`. An external service that does not
 * exist is answered exactly as somebody else's.
 * @param scope of several, any one; null: any at all will do.
 */
export function authorizePartner<S extends Scope>(
  token: AuthenticatedToken,
  scope: S | readonly S[] | null,
  externalServiceId: string,
): Partner<S> {
  const needed = scope === null ? undefined : [scope].flat();
  if (needed && !needed.some((one) => allows(token.scopes, one))) {
    const named = needed.map((one) => `"${one}"`).join(' or ');
    throw refuse('scope_permission_denied', {
      message: `The API token lacks the scope ${named} that this operation needs. Ask an operator for a token with it.`,
    });
  }
  if (token.externalServiceId !== externalServiceId) throw refuse('external_service_access_denied');
  const actor = { type: 'api_token', id: token.id };
  return { externalServiceId, actor, scopes: token.scopes } as Partner<S>;
}
