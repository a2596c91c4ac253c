import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { changeRow } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findExternalService } from './find-external-service.ts';

const most = 1_000_000;
const wholeNumber = () =>
  z
    .int()
    .min(1, 'Must be 1 or more.')
    .max(most, `Must be at most ${most.toLocaleString('en')}.`);

export const SetRateLimitInput = z.strictObject({
  externalServiceId: uuid(),
  /** Null removes it. It must not be left out, so that nobody removes it unintentionally. */
  rateLimit: z.strictObject({ requestsPerSecond: wholeNumber(), burst: wholeNumber() }).nullable(),
});

export const setRateLimitErrors = ['invalid_schema', 'external_service_not_found'] as const;
const createError = errorFactory(setRateLimitErrors);

/**
 * Sets the rate limit of each token of an external service, or removes it so that the configured limit applies again.
 * Returns the id of the service. Every process applies the change within 1 s.
 *
 * @throws ApiError `invalid_schema` (the burst is below the rate per second), `external_service_not_found`.
 */
export function setRateLimit(
  context: ServiceContext,
  administrator: Administrator,
  { externalServiceId, rateLimit }: z.output<typeof SetRateLimitInput>,
): Promise<string> {
  // With a smaller burst, the rate per second could never be reached.
  if (rateLimit && rateLimit.burst < rateLimit.requestsPerSecond) {
    const message = 'Must be at least requestsPerSecond.';
    throw createError(
      'invalid_schema',
      listIssues([{ path: ['rateLimit', 'burst'], code: 'too_small', message }]),
    );
  }
  return context.database.transaction(async (em) => {
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    const service = await findExternalService(em, externalServiceId);
    if (!service) throw createError('external_service_not_found');
    const given = {
      rateLimitPerSecond: rateLimit?.requestsPerSecond ?? null,
      rateLimitBurst: rateLimit?.burst ?? null,
    };
    await changeRow(em, context, administrator, service, given, {
      action: 'setRateLimit',
      subjectType: 'external_service',
    });
    return externalServiceId;
  });
}
