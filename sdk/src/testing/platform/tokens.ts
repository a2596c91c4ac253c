import { formatInstant, instantAt } from '../../../../src/rules/instant.ts';
import { maxApiTokens, rotatedAlready } from '../../../../src/rules/requests/messages.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, pageOf } from './cursor.ts';
import { addToken } from './seed.ts';
import { testToken } from './test-token.ts';
import type { Token, World } from './world.ts';

/** Lists the tokens of the external service, newest first. */
export function listApiTokens(
  world: World,
  current: Token,
  { limit, cursor }: { limit: number; cursor?: Cursor },
) {
  const position = ({ id }: Token) => ['token', id];
  const tokens = [...world.tokens.values()].filter(
    ({ externalService }) => externalService === current.externalService,
  );
  const toApiToken = (token: Token) => {
    const { id, label, scopes, createdAt, expiresAt, revokedAt, revokedBecause, lastUsedAt, successor } =
      token;
    const isExpired = expiresAt !== undefined && expiresAt <= nowOf(world);
    return {
      id,
      label,
      scopes,
      status: revokedAt !== undefined ? 'REVOKED' : isExpired ? 'EXPIRED' : 'ACTIVE',
      isCurrent: token === current,
      createdAt: formatInstant(createdAt),
      ...(expiresAt === undefined ? {} : { expiresAt: formatInstant(expiresAt) }),
      ...(revokedAt === undefined ? {} : { revokedAt: formatInstant(revokedAt) }),
      ...(revokedBecause === undefined ? {} : { revokedBecause }),
      ...(lastUsedAt === undefined ? {} : { lastUsedAt: formatInstant(lastUsedAt) }),
      ...(successor === undefined ? {} : { replacedBy: successor.token.id }),
    };
  };
  return pageOf(tokens, { limit, cursor, filters: {}, position }, toApiToken);
}

/**
 * Replaces a token. Until the new one is used, a repeated call returns it again.
 *
 * @throws ApiError `api_token_not_active`, `too_many_api_tokens`
 */
export function rotateApiToken(world: World, old: Token, overlapMinutes: number) {
  const isNew = old.successor === undefined;
  const { lastUsedAt, revokedAt } = old.successor?.token ?? {};
  if (lastUsedAt !== undefined || revokedAt !== undefined)
    throw new ApiError('api_token_not_active', { message: rotatedAlready });
  if (old.successor === undefined) {
    const now = nowOf(world);
    const isValid = ({ externalService, revokedAt, expiresAt }: Token) =>
      externalService === old.externalService &&
      revokedAt === undefined &&
      (expiresAt === undefined || expiresAt > now);
    if ([...world.tokens.values()].filter(isValid).length >= maxApiTokens)
      throw new ApiError('too_many_api_tokens');
    const secret = testToken(world.tokens.size + 1);
    const token = addToken(world, old.externalService, secret, { scopes: old.scopes, label: old.label });
    old.successor = { secret, token: Object.assign(token, { expiresAt: old.expiresAt }) };
    const overlapEnd = instantAt((world.clock.now() + overlapMinutes * 60_000) * 1_000);
    if (old.expiresAt === undefined || old.expiresAt > overlapEnd) old.expiresAt = overlapEnd;
  }
  const { secret, token } = old.successor;
  return {
    isNew,
    id: token.id,
    secret,
    ...(token.expiresAt === undefined ? {} : { expiresAt: formatInstant(token.expiresAt) }),
    formerExpiresAt: formatInstant(old.expiresAt!),
  };
}

export function revokeApiToken(world: World, secret: string) {
  const token = world.tokens.get(secret);
  if (token && token.revokedAt === undefined) {
    revoke(world, token);
    token.revokedBecause = 'POSSESSION';
  }
  return { outcome: 'revoked' };
}

export function revoke(world: World, token: Token): void {
  token.revokedAt ??= nowOf(world);
}

const nowOf = ({ clock }: World) => instantAt(clock.now() * 1_000);
