import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ApiToken, type RevocationReason } from '../../db/entities/external-service.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { type ByFinder, recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { addApiToken } from './add-api-token.ts';
import type { IssuedApiToken } from './issue-api-token.ts';

/** The condition for the tokens of an external service that are neither revoked nor expired. */
export const validTokensOf = (externalServiceId: string, now: string) => ({
  externalService: externalServiceId,
  revokedAt: null,
  $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
});

/** What a token can be used for. A rotated one is valid until its overlap ends. */
export type ApiTokenStatus = 'ACTIVE' | 'ROTATED' | 'EXPIRED' | 'REVOKED';

type Ends = { [Field in 'revokedAt' | 'expiresAt' | 'replacedById']?: string | null | undefined };

export function apiTokenStatusOf({ revokedAt, expiresAt, replacedById }: Ends, now: number): ApiTokenStatus {
  if (revokedAt != null) return 'REVOKED';
  if (expiresAt != null && Date.parse(expiresAt) <= now) return 'EXPIRED';
  return replacedById == null ? 'ACTIVE' : 'ROTATED';
}

/** Revokes a locked token, if it is not revoked yet. `because`: if not an operator revokes it. */
export async function endApiToken(
  em: SqlEntityManager,
  context: ServiceContext,
  by: Administrator | ByFinder,
  token: ApiToken,
  because?: RevocationReason,
): Promise<void> {
  if (token.revokedAt != null) return;
  token.revokedAt = new Date(context.now()).toISOString();
  if (because) token.revokedBecause = because;
  await recordChange(em, context, by, {
    action: 'revokeApiToken',
    subjectId: token.id,
    after: { revokedAt: token.revokedAt, ...(because && { revokedBecause: because }) },
  });
}

/** Revokes a token that somebody has found, by its id. */
export function endFoundApiToken(
  context: ServiceContext,
  id: string,
  because: RevocationReason,
): Promise<void> {
  return context.database.transaction(async (em) => {
    const token = await em.findOneOrFail(ApiToken, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const type = because === 'SECRET_SCANNING' ? 'secret_scanning' : 'api_token';
    await endApiToken(em, context, { actor: { type, id } }, token, because);
  });
}

interface Replacement {
  /** Locked, valid, and not replaced yet. */
  old: ApiToken;
  overlapMinutes: number;
  /** The secret of the new token. Default: a random one. */
  secret?: string;
}

/** Issues the token that replaces another one, with its scopes, its label and its expiry, and ends the old one. */
export async function replaceApiToken(
  em: SqlEntityManager,
  context: ServiceContext,
  by: Administrator | Partner<Scope>,
  { old, overlapMinutes, secret: given }: Replacement,
): Promise<IssuedApiToken> {
  const id = context.newId();
  const { expiresAt, label, scopes } = old;
  const token = { id, externalServiceId: old.externalService.id, scopes: scopes as Scope[], label };
  const secret = addApiToken(em, { ...token, expiresAt: expiresAt ?? undefined }, given);
  old.replacedById = id;
  const overlapEnd = new Date(context.now() + overlapMinutes * 60_000).toISOString();
  if (expiresAt == null || Date.parse(expiresAt) > Date.parse(overlapEnd)) old.expiresAt = overlapEnd;
  await recordChange(em, context, by, {
    action: 'rotateApiToken',
    subjectId: old.id,
    before: { expiresAt },
    after: { expiresAt: old.expiresAt, replacedBy: id },
  });
  await recordChange(em, context, by, {
    action: 'rotateApiToken',
    subjectId: id,
    after: { scopes, label, expiresAt, replaces: old.id },
  });
  return { id, secret };
}
