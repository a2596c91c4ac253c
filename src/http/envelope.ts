import { ApiError } from '../api-error.ts';

export type Headers = Record<string, string>;

const commonHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const challenge = 'Bearer realm="partner-api"';

/** A response before it becomes a `Response`. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export function jsonResponse(status: number, body: unknown, headers: Headers): Response {
  return toResponse(jsonAnswer(status, body, headers));
}

export const notModified = (headers: Headers): Response =>
  new Response(null, { status: 304, headers: { ...commonHeaders, ...headers } });

/**
 * Returns an error in the documented envelope (section 7), or with another `body`, and the headers that its code
 * requires.
 */
export function errorResponse(error: ApiError, headers: Headers, body?: unknown): Response {
  return toResponse(errorAnswer(error, headers, body));
}

/** Like `errorResponse`, but returns its parts. */
export function errorAnswer(error: ApiError, headers: Headers, body: unknown = envelope(error)): Answer {
  const { retryAfterSeconds } = error;
  return jsonAnswer(error.status, body, {
    ...headers,
    ...challengeHeaders(error),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(error.closesConnection ? { Connection: 'close' } : {}),
  });
}

function envelope({ type, message, issues, fields }: ApiError): unknown {
  return { error: { type, message, ...(issues === undefined ? {} : { issues }), ...fields } };
}

function jsonAnswer(status: number, body: unknown, headers: Headers): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...commonHeaders, ...headers },
    body: JSON.stringify(body),
  };
}

function toResponse({ body, ...init }: Answer): Response {
  return new Response(body, init);
}

// Not in the document: the challenge.
/** RFC 6750, section 3: the challenge has an error code only if a token was sent. */
function challengeHeaders({ type }: ApiError): Headers {
  if (type === 'missing_api_token') return { 'WWW-Authenticate': challenge };
  if (type === 'invalid_api_token') return { 'WWW-Authenticate': `${challenge}, error="invalid_token"` };
  return {};
}

/** Headers for a token without a sufficient scope. `scopes`: the operation needs one of these. */
export function insufficientScopeHeaders(scopes: readonly string[]): Headers {
  return { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scopes.join(' ')}"` };
}

/**
 * Converts anything thrown into an error that a caller may see. It never contains a driver's message, SQL or a stack.
 */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_server_error', { cause: error });
}
