import type { ApiError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** What is known of a request while it is answered: what its log line says. */
export interface RequestContext extends Caller {
  /** Of our own: all records are kept and joined by it, since two callers may choose the same. */
  requestId: string;
  /** The well-formed `X-Request-Id` that the caller sent: shown beside ours, and echoed. */
  callerRequestId: string | undefined;
  operation?: string;
  /** Of the token, once it has passed. */
  externalServiceId?: string;
  apiTokenId?: string;
  /** Of our SDK, where that has sent it. */
  sdkVersion?: string;
  /** That of the path, where it is a UUID: whether or not a token has passed. */
  pathExternalServiceId?: string | undefined;
  error?: ApiError;
  /** The path of a probe of this process: `/healthz` or `/readyz`. */
  probe?: string;
  /** Of an operator's request, once it is understood: what kind of operation runs, and the name that it was given. */
  graphql?: { type: string; name: string | undefined };
  /** The operator's id. */
  operatorId?: string;
  /** Whether it is to an operation of the partner interface, and so recorded for operators. */
  isPartnerRequest?: boolean;
  /** What is known of it, once it is known to be well-formed. */
  subject?: RequestSubject;
  /** Where there is no such path, or no such method there: what was asked for, without what is the caller's own. */
  missedTarget?: string;
}

/** What a partner's request is about, as operators are told it: nothing of a person. */
export interface RequestSubject {
  /** The external court booking id, or the external user id. */
  externalId?: string | undefined;
  /** The stamp that was sent. */
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Which request ids of callers are kept. */
export const requestIdPattern = /^[A-Za-z0-9_.:=+/-]{1,128}$/;

/** The `X-Request-Id` that a caller sent, where it is well-formed. */
export function wellFormedRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && requestIdPattern.test(sent) ? sent : undefined;
}

// Browsers keep to TLS for a year, as long as the preload lists ask for at least. Other hosts of the domain are not ours
// to speak for: no includeSubDomains.
const strictTransportSecurity = 'max-age=31536000';

/**
 * The headers of every answer to a request.
 *
 * Not in the document: the request id of an answer is the caller's, where it sent a well-formed one; else ours.
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
