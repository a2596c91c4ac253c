import type { RequestContext } from '../http/request-context.ts';
import type { PartnerRequestRecord } from '../services/records/record-partner-request.ts';

/** A partner's request as it is recorded for operators. `now`: Unix milliseconds. */
export function toPartnerRequest(
  { requestId, callerRequestId, externalServiceId, operation, externalId, error }: RequestContext,
  now: number,
  status: number,
  milliseconds: number,
): PartnerRequestRecord {
  return {
    id: requestId,
    at: new Date(now).toISOString(),
    externalServiceId,
    operation: operation ?? 'none',
    externalId,
    status,
    errorType: error?.type,
    // Of an unknown field only where it stood: its name is the partner's, and may be anything.
    issuePaths:
      error?.issues?.map(({ path, code }) =>
        (code === 'unrecognized_keys' ? path.slice(0, -1) : path).join('.'),
      ) ?? [],
    milliseconds: Math.round(milliseconds * 100) / 100,
    requestId,
    callerRequestId,
  };
}
