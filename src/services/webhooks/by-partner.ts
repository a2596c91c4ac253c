import type { ErrorFactory } from '../../api-error.ts';
import { type ChangeType, lacksScopeOfChanges } from '../../rules/change-types.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';

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

/** @throws ApiError `scope_permission_denied` */
export function checkReadable(
  { scopes }: { scopes: readonly Scope[] },
  types: readonly ChangeType[],
  createError: ErrorFactory<'scope_permission_denied'>,
): void {
  const message = lacksScopeOfChanges(scopes, types);
  if (message !== undefined) throw createError('scope_permission_denied', { message });
}
