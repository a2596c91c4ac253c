import { randomUUID } from 'node:crypto';
import type { ApiError } from '../errors.ts';

/** What is known of a request while it is answered: what its log line says. */
export interface RequestContext {
  requestId: string;
  /** The caller's network address. */
  address: string;
  operation?: string;
  /** Of the token, once it has passed. */
  externalServiceId?: string;
  error?: ApiError;
}

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9_.:=+/-]{0,127}$/;

/** Not in the document: the caller's `X-Request-Id` when it is 1 to 128 characters of `A-Za-z0-9_.:=+/-`; else a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id');
  return sent !== null && wellFormed.test(sent) ? sent : randomUUID();
}
