import type { ApiError, Issue } from '../../api-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { recordedPath } from '../../rules/requests/recorded-path.ts';
import { noOperation, type PartnerRequestRecord } from '../../services/traffic/partner-request-record.ts';

/** Converts a partner's request into the record for operators. `now`: Unix milliseconds. */
export function toPartnerRequest(
  context: RequestContext,
  now: number,
  status: number,
  milliseconds: number,
): PartnerRequestRecord {
  const { requestId, callerRequestId, externalServiceId, pathExternalServiceId, error, batch } = context;
  return {
    id: requestId,
    at: new Date(now).toISOString(),
    externalServiceId,
    apiTokenId: context.apiTokenId,
    pathExternalServiceId: pathExternalServiceId === externalServiceId ? undefined : pathExternalServiceId,
    operation: context.operation ?? noOperation,
    target: context.missedTarget,
    ...context.subject,
    status,
    ...recordedError(error),
    itemCount: batch?.itemCount,
    rejectedItemCount: batch?.rejected.length,
    dryRun: context.isDryRun,
    milliseconds: Math.round(milliseconds * 100) / 100,
    requestId,
    callerRequestId,
    sdkVersion: context.sdkVersion,
  };
}

/**
 * Returns a record of each rejected item of a batch, like a single request that was rejected for the same reason. The
 * last item comes first, because operators see the newest records first.
 *
 * @param request the record of the batch
 */
export function toItemRequests(
  { batch }: RequestContext,
  request: PartnerRequestRecord,
  newId: () => string,
): PartnerRequestRecord[] {
  return (batch?.rejected ?? []).toReversed().map(({ index, subject, error }) => ({
    ...request,
    id: newId(),
    ...subject,
    status: error.status,
    ...recordedError(error, ['items', index]),
    itemCount: undefined,
    rejectedItemCount: undefined,
    itemIndex: index,
  }));
}

/** @param item the path of the item in the batch. Without issues, it is the place of the error. */
function recordedError(error: ApiError | undefined, item?: Issue['path']) {
  const issues = error?.issues ?? (error && item && [{ path: [], code: error.type, message: '' }]);
  return {
    errorType: error?.type,
    issuePaths: (issues ?? []).map((issue) => [...(item ?? []), ...recordedPath(issue)].join('.')),
    issueCodes: issues?.map(({ code }) => code),
    conflictingIds: error?.conflictingIds,
    // Only rules of bookings have such errors. Other messages could repeat what the caller sent.
    response:
      error && Object.keys(error.fields).length > 0 ? { message: error.message, ...error.fields } : undefined,
  };
}
