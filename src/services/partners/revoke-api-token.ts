import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';

export const RevokeApiTokenInput = z.strictObject({ apiTokenId: uuid() });

export const revokeApiTokenErrors = ['api_token_not_found'] as const;
const createError = errorFactory(revokeApiTokenErrors);

/**
 * Revokes a token. Every process rejects it within 1 s. Nothing changes if it is already revoked.
 *
 * @throws ApiError `api_token_not_found`.
 */
export function revokeApiToken(
  context: ServiceContext,
  administrator: Administrator,
  { apiTokenId }: z.output<typeof RevokeApiTokenInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const token = await em.findOne(ApiToken, apiTokenId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!token) throw createError('api_token_not_found');
    if (token.revokedAt != null) return apiTokenId;
    token.revokedAt = new Date(context.now()).toISOString();
    await recordChange(em, context, administrator, {
      action: 'revokeApiToken',
      subjectType: 'api_token',
      subjectId: apiTokenId,
      after: { revokedAt: token.revokedAt },
    });
    return apiTokenId;
  });
}
