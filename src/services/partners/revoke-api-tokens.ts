import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { validTokensOf } from './change-api-token.ts';
import { findExternalService } from './find-external-service.ts';

export const RevokeApiTokensInput = z.strictObject({ externalServiceId: uuid() });

export const revokeApiTokensErrors = ['external_service_not_found', 'nothing_to_change'] as const;
const createError = errorFactory(revokeApiTokensErrors);

/**
 * Revokes all valid tokens of an external service. Every process rejects them within 1 s. Expired tokens stay
 * unchanged. Tokens that are issued afterwards are valid. Returns the id of the external service.
 *
 * @throws ApiError `external_service_not_found`, `nothing_to_change` (it has no valid token).
 */
export function revokeApiTokens(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId }: z.output<typeof RevokeApiTokensInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    if (!(await findExternalService(em, externalServiceId))) throw createError('external_service_not_found');
    const revokedAt = new Date(context.now()).toISOString();
    let count = 0;
    // Repeats until none is left. A query that waited for a concurrent rotation does not see the token that it
    // issued.
    for (;;) {
      const tokens = await goodTokens(em, externalServiceId, revokedAt);
      if (tokens.length === 0) break;
      count += tokens.length;
      for (const token of tokens) {
        token.revokedAt = revokedAt;
        await recordChange(em, context, administrator, {
          action: 'revokeApiTokens',
          subjectType: 'api_token',
          subjectId: token.id,
          after: { revokedAt },
        });
      }
      await em.flush();
    }
    if (count === 0)
      throw createError('nothing_to_change', {
        message: 'All tokens of this external service are revoked or expired already. Nothing was changed.',
      });
    return externalServiceId;
  });
}

/** Locks the tokens in the same order, so that only one of two concurrent calls finds them. */
function goodTokens(em: SqlEntityManager, externalServiceId: string, now: string): Promise<ApiToken[]> {
  return em.find(ApiToken, validTokensOf(externalServiceId, now), {
    orderBy: { id: 'asc' },
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
}
