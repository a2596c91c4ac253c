import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { endApiToken } from './change-api-token.ts';

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
    await endApiToken(em, context, administrator, token);
    return apiTokenId;
  });
}
