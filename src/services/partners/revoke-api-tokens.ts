import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { ApiToken } from '../../db/entities/external-service.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
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
    // Waits for rotations, whose new tokens it must find.
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    if (!(await findExternalService(em, externalServiceId))) throw createError('external_service_not_found');
    const revokedAt = new Date(context.now()).toISOString();
    const tokens = await em.find(ApiToken, validTokensOf(externalServiceId, revokedAt), {
      orderBy: { id: 'asc' },
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    for (const token of tokens) {
      token.revokedAt = revokedAt;
      await recordChange(em, context, administrator, {
        action: 'revokeApiTokens',
        subjectId: token.id,
        after: { revokedAt },
      });
    }
    if (tokens.length === 0)
      throw createError('nothing_to_change', {
        message: 'All tokens of this external service are revoked or expired already. Nothing was changed.',
      });
    return externalServiceId;
  });
}
