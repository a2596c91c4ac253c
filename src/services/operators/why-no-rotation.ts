import { isAdministrator, type SignedIn } from '../access/authorize-operator.ts';

/** Whether an operator may replace the token of another one, or their own. */
export const canRotate = (by: SignedIn, operator: Rotated & { id: string }): boolean =>
  whyDenied(by, operator.id) === undefined && whyNot(operator) === undefined;

/** Why an operator may not replace the token of another one, or their own. */
export function whyDenied(
  operator: SignedIn,
  operatorId: string,
  expiresAt?: string | null,
): string | undefined {
  const isOwn = operator.actor.id === operatorId;
  if (!isAdministrator(operator) && (!isOwn || expiresAt !== undefined))
    return 'You may replace your own token, by one that ends when it would have. Ask an operator with the role ADMIN for anything else.';
  if (isOwn && operator.bySession)
    return 'A session cannot replace your own token, because the new one would outlast the session. Send the request with the header "Authorization: Bearer" and the token.';
  return undefined;
}

interface Rotated {
  revokedAt?: string | null | undefined;
  identitySubject?: string | null | undefined;
  configured: boolean;
}

/** Why nobody may replace a token. */
export function whyNot({ revokedAt, identitySubject, configured }: Rotated): string | undefined {
  if (revokedAt != null)
    return 'This operator was revoked, and gets no further token. Create another operator.';
  if (identitySubject != null)
    return 'This operator signs in with the identity provider and has no token. Sign in there.';
  if (configured)
    return 'The token of this operator is OPERATOR_TOKEN. Ask the administrators of the service to set another one and to restart it.';
  return undefined;
}
