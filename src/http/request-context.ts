import type { ApiError, RejectedItem, RequestSubject } from '../api-error.ts';
import type { Caller } from './caller.ts';

/** The data about a request that is collected while it is handled. It is logged. */
export interface RequestContext extends Caller {
  /** The service's own request id. All records use it, because two callers may choose the same id. */
  requestId: string;
  /** The caller's well-formed `X-Request-Id`. It is shown next to the service's own, and echoed. */
  callerRequestId: string | undefined;
  operation?: string;
  /** Set once the token is authenticated. */
  externalServiceId?: string;
  apiTokenId?: string;
  /** The version of the CourtBridge SDK, if it sent the request. */
  sdkVersion?: string;
  /** The external service id in the path, if it is a UUID. It is set whether or not a token is authenticated. */
  pathExternalServiceId?: string | undefined;
  error?: ApiError;
  /** Nothing is written, on the caller's request. */
  isDryRun?: boolean;
  /** Set for a batch once its body is known to be well-formed. */
  batch?: { itemCount: number; rejected: readonly RejectedItem[] };
  /** The path of a health probe: `/healthz` or `/readyz`. */
  probe?: string;
  /** The type and name of an operator's GraphQL operation, once it is parsed. */
  graphql?: { type: string; name: string | undefined };
  operatorId?: string;
  /** True for requests to the partner API, which are recorded for operators. */
  isPartnerRequest?: boolean;
  /** Set once the request is known to be well-formed. */
  subject?: RequestSubject;
  /** For an unknown path or method: the target, without the caller's own data. */
  missedTarget?: string;
}

// Browsers use TLS for one year, the minimum of the preload lists. No includeSubDomains, because other hosts of the
// domain do not belong to this service.
const strictTransportSecurity = 'max-age=31536000';

/**
 * Returns the headers of every response.
 *
 * Not in the document: the response has the caller's request id if it is well-formed, otherwise the service's own.
 */
export function answerHeaders({
  requestId,
  callerRequestId,
  isSecure,
}: RequestContext): Record<string, string> {
  const headers: Record<string, string> = { 'X-Request-Id': callerRequestId ?? requestId };
  if (isSecure) headers['Strict-Transport-Security'] = strictTransportSecurity;
  return headers;
}
