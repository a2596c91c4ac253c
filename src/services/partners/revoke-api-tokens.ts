import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { ApiToken } from '../../db/entities/external-service.ts';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findExternalService } from './find-external-service.ts';

export const RevokeApiTokensInput = z.strictObject({ externalServiceId: uuid() });

export const revokeApiTokensErrors = ['external_service_not_found', 'nothing_to_change'] as const;
const refuse = refusals(revokeApiTokensErrors);

/**
 * Ends all tokens of an external service that are good, or would be: every process refuses them within 1 s. Those that have
 * expired stay as they are. A token that is issued afterwards is good. Answers the id of the external service.
 *
 * @throws ApiError `external_service_not_found`, `nothing_to_change` (none of its tokens is good).
 */
export function revokeApiTokens(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId }: z.output<typeof RevokeApiTokensInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    if (!(await findExternalService(em, externalServiceId))) throw refuse('external_service_not_found');
    const revokedAt = new Date(context.now()).toISOString();
    let count = 0;
    // Once more until there is none: who waited here for a rotation has not seen what it has issued.
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
      throw refuse('nothing_to_change', {
        message: 'All tokens of this external service are revoked or expired already. Nothing was changed.',
      });
    return externalServiceId;
  });
}

/** In one order, and locked: of two that end them at once, one finds none. */
function goodTokens(em: SqlEntityManager, externalServiceId: string, now: string): Promise<ApiToken[]> {
  return em.find(
    ApiToken,
    {
      externalService: externalServiceId,
      revokedAt: null,
      $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
    },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}
