import type { OperationName } from './documented-responses.ts';
import type { PartnerError } from './partner-error.ts';

/** An attempt of a call. */
export interface AttemptEvent {
  /** The operation that was called. */
  readonly operation: OperationName;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: string;
  /** The request URL. E-mail addresses and your own user ids are replaced with `REDACTED`. */
  readonly url: string;
}

/** A request is about to be sent. */
export interface RequestEvent extends AttemptEvent {
  /** A copy of the headers. Secrets are replaced with `REDACTED`. */
  readonly headers: Headers;
}

/** A response was received and read completely, whether a success or an error. */
export interface ResponseEvent extends AttemptEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers. */
  readonly headers: Headers;
  /** Milliseconds from sending the request to the end of the response. */
  readonly durationMs: number;
}

/** An attempt has failed, and another one will be made. */
export interface RetryEvent extends AttemptEvent {
  /** The error of the failed attempt. */
  readonly error: PartnerError;
  /** The minimum time until the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** Functions that receive the events of a call. The client does not wait for a hook, and ignores its errors. */
export interface Hooks {
  /** A request is about to be sent. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** A response was received, whether a success or an error. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** An attempt has failed, and another one will be made. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Calls a hook synchronously. The hook's errors are ignored, and the call does not wait for it. */
export async function tell<Event>(hook: ((event: Event) => unknown) | undefined, event: Event) {
  try {
    await hook?.(event);
  } catch {
    // An error of a hook must not affect the call.
  }
}

const redacted = 'REDACTED';

/** Returns a URL without personal data. */
export function redactUrl(url: string): string {
  return url.replace(/(\/users\/by-external-id\/|[?&]\w*(?:email|external\w*Id)=)[^&#/]*/gi, `$1${redacted}`);
}

/** Returns headers without secrets: the token, and headers of the caller whose names suggest a secret. */
export function redactHeaders(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name of headers.keys()) {
    if (/auth|cookie|token|secret|key/i.test(name)) copy.set(name, redacted);
  }
  return copy;
}
