import { randomUUID } from 'node:crypto';
import type { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';

/** What is known of a request while it is answered: what its log line says. */
export interface RequestContext extends Caller {
  requestId: string;
  operation?: string;
  /** Of the token, once it has passed. */
  externalServiceId?: string;
  error?: ApiError;
  /** Whether it is to an operation of the partner interface, and so recorded for operators. */
  isPartnerRequest?: boolean;
  /** The external court booking id, or the external user id, once it is known to be well-formed. */
  externalId?: string;
}

/** Which request ids of callers are kept. */
export const requestIdPattern = /^[A-Za-z0-9_.:=+/-]{1,128}$/;

/** Not in the document: the request id. The caller's `X-Request-Id` where it is well-formed; else a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id');
  return sent !== null && requestIdPattern.test(sent) ? sent : randomUUID();
}

// Browsers keep to TLS for a year, as long as the preload lists ask for at least. Other hosts of the domain are not ours
// to speak for: no includeSubDomains.
const strictTransportSecurity = 'max-age=31536000';

/** The headers of every answer to a request. */
export function answerHeaders({ requestId, isSecure }: RequestContext): Record<string, string> {
  const headers: Record<string, string> = { 'X-Request-Id': requestId };
  if (isSecure) headers['Strict-Transport-Security'] = strictTransportSecurity;
  return headers;
}
