import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { scopes } from '../../rules/requests/scope.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, instant, uuid } from '../values/fields.ts';
import { requireFutureExpiry } from '../values/require-future-expiry.ts';
import { addApiToken } from './add-api-token.ts';
import { findExternalService } from './find-external-service.ts';

export const IssueApiTokenInput = z.strictObject({
  externalServiceId: uuid(),
  scopes: z.array(z.enum(scopes)).min(1, 'Must name at least one scope.'),
  label: displayName(),
  expiresAt: instant().optional(),
});

export const issueApiTokenErrors = ['invalid_schema', 'external_service_not_found'] as const;
const createError = errorFactory(issueApiTokenErrors);

/** A new token. Its secret is returned once and never stored. */
export interface IssuedApiToken {
  id: string;
  secret: string;
}

/**
 * Issues an API token to an external service.
 *
 * @throws ApiError `invalid_schema` (already expired), `external_service_not_found`.
 */
export function issueApiToken(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId, ...input }: z.output<typeof IssueApiTokenInput>,
): Promise<IssuedApiToken> {
  requireFutureExpiry(context, input.expiresAt, createError);
  return context.database.transaction(async (em) => {
    const externalService = await findExternalService(em, externalServiceId);
    if (!externalService) throw createError('external_service_not_found');
    const id = context.newId();
    const token = { externalServiceId, ...input, scopes: [...new Set(input.scopes)] };
    const secret = addApiToken(em, { id, ...token });
    await recordChange(em, context, administrator, {
      action: 'issueApiToken',
      subjectType: 'api_token',
      subjectId: id,
      after: token,
    });
    return { id, secret };
  });
}
