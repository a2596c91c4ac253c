import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { apiTokenStatusOf, replaceApiToken } from './change-api-token.ts';
import type { IssuedApiToken } from './issue-api-token.ts';

export const RotateApiTokenInput = z.strictObject({
  apiTokenId: uuid(),
  overlapMinutes: z.int().min(0, 'Must be 0 or more.').max(43_200, 'Must be at most 43,200 (30 days).'),
});

export const rotateApiTokenErrors = ['api_token_not_found', 'api_token_not_active'] as const;
const createError = errorFactory(rotateApiTokenErrors);

/**
 * Issues a token with the same properties. The old one stays valid for `overlapMinutes`, or until its own expiry.
 *
 * @throws ApiError `api_token_not_found`, `api_token_not_active`.
 */
export function rotateApiToken(
  context: ServiceContext,
  administrator: Administrator,
  { apiTokenId, overlapMinutes }: z.output<typeof RotateApiTokenInput>,
): Promise<IssuedApiToken> {
  return context.database.transaction(async (em) => {
    const found = await em.findOne(ApiToken, apiTokenId, { disableIdentityMap: true });
    if (!found) throw createError('api_token_not_found');
    // Before the token: a revocation of all tokens of the service must find the new one.
    await lockRows(queryIn(em), 'external_services', [found.externalService.id]);
    const old = await em.findOneOrFail(ApiToken, apiTokenId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // A second rotation would issue a token that expires with the overlap of the first.
    if (apiTokenStatusOf(old, context.now()) !== 'ACTIVE') throw createError('api_token_not_active');
    return replaceApiToken(em, context, administrator, { old, overlapMinutes });
  });
}
