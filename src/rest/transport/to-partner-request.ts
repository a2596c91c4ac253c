import type { Issue } from '../../api-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { noOperation, type PartnerRequestRecord } from '../../services/traffic/partner-request-record.ts';

/** Converts a partner's request into the record for operators. `now`: Unix milliseconds. */
export function toPartnerRequest(
  context: RequestContext,
  now: number,
  status: number,
  milliseconds: number,
): PartnerRequestRecord {
  const { requestId, callerRequestId, externalServiceId, pathExternalServiceId, error } = context;
  const issues = error?.issues ?? [];
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
    errorType: error?.type,
    issuePaths: issues.map((issue) => ownPath(issue).join('.')),
    issueCodes: error?.issues?.map(({ code }) => code),
    conflictingIds: error?.conflictingIds,
    milliseconds: Math.round(milliseconds * 100) / 100,
    requestId,
    callerRequestId,
    sdkVersion: context.sdkVersion,
  };
}

/**
 * Returns a record of each item of a batch that disclosed an account, like a single request that was rejected for the
 * same reason.
 *
 * @param request the record of the batch
 */
export function toItemRequests(
  { disclosed }: RequestContext,
  request: PartnerRequestRecord,
  newId: () => string,
): PartnerRequestRecord[] {
  return (disclosed?.rejected ?? []).map(({ externalId, error }) => ({
    ...request,
    id: newId(),
    externalId,
    status: error.status,
    errorType: error.type,
    issuePaths: [],
    issueCodes: undefined,
    conflictingIds: error.conflictingIds,
  }));
}

/** Returns the path of an issue without names that come from the partner, which may contain anything. */
function ownPath({ path, code }: Issue): Issue['path'] {
  // Any key of the path may be unknown.
  if (code === 'duplicate_key') return [];
  // The last one is the unknown field, or a parameter that may be unknown.
  return ['unrecognized_keys', 'duplicate_parameter', 'invalid_percent_encoding'].includes(code)
    ? path.slice(0, -1)
    : path;
}
