import type { ErrorFactory } from '../../api-error.ts';
import { allows, type Scope } from '../../rules/requests/scope.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { type ChangeType, scopesOfChanges } from '../changes/change-types.ts';

/** Who manages webhook endpoints: an administrator those of all external services, a partner its own. */
export type EndpointManager = Administrator | Partner<'webhookwrite'>;

/** Returns the external service of a partner, or undefined for an operator. */
export function serviceOf(by: EndpointManager): string | undefined {
  return 'externalServiceId' in by ? by.externalServiceId : undefined;
}

/** Returns how a transaction of a partner waits for a connection. Those of operators have connections of their own. */
export function waitsForOf(by: EndpointManager) {
  const externalServiceId = serviceOf(by);
  return externalServiceId === undefined
    ? undefined
    : { resource: `webhook endpoints of ${externalServiceId}`, externalServiceId };
}

/**
 * Not in the document: a token that may not read a kind of changes must not have them sent anywhere.
 *
 * @throws ApiError `scope_permission_denied`
 */
export function checkReadable(
  { scopes }: { scopes: readonly Scope[] },
  types: readonly ChangeType[],
  createError: ErrorFactory<'scope_permission_denied'>,
): void {
  const type = types.find((one) => !allows(scopes, scopesOfChanges[one]));
  if (type === undefined) return;
  throw createError('scope_permission_denied', {
    message: `The API token lacks the scope "${scopesOfChanges[type]}" that reading changes of the type "${type}" needs. Ask an operator for a token with it, or leave the type out.`,
  });
}
