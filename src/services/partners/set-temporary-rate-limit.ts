import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { checkBurst, rateLimitFields } from '../limits/rate-limit-input.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, uuid } from '../values/fields.ts';
import { requireFuture } from '../values/require-future.ts';
import { changeExternalService } from './change-external-service.ts';

export const SetTemporaryRateLimitInput = z.strictObject({
  externalServiceId: uuid(),
  /** Null ends it. It must not be left out, so that nobody ends it unintentionally. */
  temporaryRateLimit: z
    .strictObject({ ...rateLimitFields, until: instant() })
    .superRefine(checkBurst)
    .nullable(),
});

export const setTemporaryRateLimitErrors = ['invalid_schema', 'external_service_not_found'] as const;
const createError = errorFactory(setTemporaryRateLimitErrors);

/**
 * Sets a rate limit that replaces the one of an external service until a time, or ends it at once. Returns the id of the
 * service. Every process applies the change, and later the former limit, within 1 s.
 *
 * @throws ApiError `invalid_schema` (the end has passed), `external_service_not_found`.
 */
export function setTemporaryRateLimit(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId, temporaryRateLimit: limit }: z.output<typeof SetTemporaryRateLimitInput>,
): Promise<string> {
  requireFuture(context, ['temporaryRateLimit', 'until'], limit?.until, createError);
  const given = {
    externalServiceId,
    temporaryRateLimitPerSecond: limit?.requestsPerSecond ?? null,
    temporaryRateLimitBurst: limit?.burst ?? null,
    temporaryRateLimitUntil: limit?.until ?? null,
  };
  return changeExternalService(context, administrator, given, 'setTemporaryRateLimit', createError);
}
