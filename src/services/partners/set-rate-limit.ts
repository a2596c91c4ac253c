import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { checkBurst, rateLimitFields } from '../limits/rate-limit-input.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { changeExternalService } from './change-external-service.ts';

export const SetRateLimitInput = z.strictObject({
  externalServiceId: uuid(),
  /** Null removes it. It must not be left out, so that nobody removes it unintentionally. */
  rateLimit: z.strictObject(rateLimitFields).superRefine(checkBurst).nullable(),
});

export const setRateLimitErrors = ['external_service_not_found'] as const;
const createError = errorFactory(setRateLimitErrors);

/**
 * Sets the rate limit of each token of an external service, or removes it so that the configured limit applies again.
 * A temporary limit stays until its end. Returns the id of the service. Every process applies the change within 1 s.
 *
 * @throws ApiError `external_service_not_found`.
 */
export function setRateLimit(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId, rateLimit }: z.output<typeof SetRateLimitInput>,
): Promise<string> {
  const given = {
    externalServiceId,
    rateLimitPerSecond: rateLimit?.requestsPerSecond ?? null,
    rateLimitBurst: rateLimit?.burst ?? null,
  };
  return changeExternalService(context, administrator, given, 'setRateLimit', createError);
}
