import { delay } from '../deadline.ts';
import { parseJson } from '../json.ts';
import { rateLimit } from './platform/get-token.ts';

const window = Math.ceil(rateLimit.burst / rateLimit.perSecond);

/** Creates a response like the service's. A string is sent as it is. */
export function answerOf(
  requestId: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // A Response with one of these statuses must not have a body.
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : text, {
    status,
    headers: {
      ...(!isEmpty && { 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'RateLimit-Policy': `"token";q=${rateLimit.burst};w=${window}`,
      RateLimit: `"token";r=${rateLimit.burst - 1};t=1`,
      ...headers,
    },
  });
}

/** Waits, or rejects as soon as the signal fires. */
export async function after(millis: number, signal: AbortSignal): Promise<void> {
  if (millis > 0) await delay(millis, signal);
  signal.throwIfAborted();
}

/** Parses JSON. Returns text that is not JSON unchanged. */
export function parse(text: string): unknown {
  const parsed = parseJson(text);
  return parsed === undefined ? text : parsed;
}
