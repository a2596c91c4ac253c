import { createHmac, randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { maxApiTokens, rotatedAlready } from '../../rules/requests/messages.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { tokenErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { newToken } from '../values/secret-formats.ts';
import { apiTokenStatusOf, replaceApiToken, validTokensOf } from './change-api-token.ts';
import type { IssuedApiToken } from './issue-api-token.ts';

/** Not in the document: the overlap. It is long enough to repeat the call after a lost response. */
export const RotateOwnApiTokenInput = z.strictObject({
  overlapMinutes: z
    .int()
    .min(5)
    .max(43_200)
    .default(1_440)
    .describe('How long the old token stays valid, in minutes.'),
});

export const rotateOwnApiTokenErrors = [
  ...tokenErrors,
  'api_token_not_active',
  'too_many_api_tokens',
] as const;
const createError = errorFactory(rotateOwnApiTokenErrors);

export interface RotatedApiToken extends IssuedApiToken {
  /** False if an earlier call has issued it. */
  isNew: boolean;
  /** When the new token expires, and when the old one does. */
  expiresAt: string | undefined;
  formerExpiresAt: string;
}

/**
 * Issues the token that replaces the token of the request, with its scopes, its label and its expiry. The old one stays
 * valid for `overlapMinutes`, or until its own expiry.
 *
 * Not in the document: until the new token is used, a repeated call returns it again, because the response may have been
 * lost. Its secret is derived from a stored random value and the old secret, of which only the hash is stored.
 *
 * @param secret of the token of the request
 * @throws ApiError `api_token_not_active` (it was replaced, and the new token cannot be returned again), `too_many_api_tokens`,
 * `invalid_api_token` (just revoked or expired), `service_unavailable`.
 */
export function rotateOwnApiToken(
  context: ServiceContext,
  partner: Partner<Scope>,
  { overlapMinutes, secret }: z.output<typeof RotateOwnApiTokenInput> & { secret: string },
): Promise<RotatedApiToken> {
  const { externalServiceId } = partner;
  return context.database.transaction(
    async (em) => {
      // Serializes rotations of one service, so that the maximum is not exceeded.
      await lockRows(queryIn(em), 'external_services', [externalServiceId]);
      const old = await em.findOne(ApiToken, partner.actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const now = context.now();
      if (!old || ['REVOKED', 'EXPIRED'].includes(apiTokenStatusOf(old, now)))
        throw createError('invalid_api_token');
      const expiryOfOld = old.expiresAt ?? undefined;
      if (old.replacedById != null) {
        const successor = await em.findOne(ApiToken, old.replacedById);
        if (!old.rotationNonce || !successor || !isUnused(successor))
          throw createError('api_token_not_active', { message: rotatedAlready });
        return {
          isNew: false,
          id: successor.id,
          secret: successorOf(secret, old.rotationNonce),
          expiresAt: successor.expiresAt ?? undefined,
          formerExpiresAt: expiryOfOld!,
        };
      }
      const valid = validTokensOf(externalServiceId, new Date(now).toISOString());
      if ((await em.count(ApiToken, valid)) >= maxApiTokens) throw createError('too_many_api_tokens');
      old.rotationNonce = randomBytes(32);
      const replacement = { old, overlapMinutes, secret: successorOf(secret, old.rotationNonce) };
      const issued = await replaceApiToken(em, context, partner, replacement);
      return { isNew: true, ...issued, expiresAt: expiryOfOld, formerExpiresAt: old.expiresAt! };
    },
    { resource: `tokens of ${externalServiceId}`, externalServiceId },
  );
}

/** The time of the last use is written a few seconds later. */
const isUnused = ({ revokedAt, lastUsedAt, replacedById }: ApiToken) =>
  revokedAt == null && lastUsedAt == null && replacedById == null;

function successorOf(secret: string, nonce: Uint8Array): string {
  return newToken('partner', () => createHmac('sha256', secret).update(nonce).digest());
}
