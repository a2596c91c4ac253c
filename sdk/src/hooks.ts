import type { OperationName } from './operation.ts';
import type { PartnerError } from './partner-error.ts';

/** An attempt of a call. */
export interface AttemptEvent {
  /** The operation that was called. */
  readonly operation: OperationName;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** Which attempt; 1: the first. */
  readonly attempt: number;
  /** The method of HTTP. */
  readonly method: string;
  /** Where it is sent. E-mail addresses and your own ids of users are `REDACTED`. */
  readonly url: string;
}

/** A request is about to be sent. */
export interface RequestEvent extends AttemptEvent {
  /** A copy, in which secrets are `REDACTED`. */
  readonly headers: Headers;
}

/** An answer has come, good or bad, and was read to its end. */
export interface ResponseEvent extends AttemptEvent {
  /** The status of HTTP. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** Milliseconds from sending the request to the end of the answer. */
  readonly durationMs: number;
}

/** An attempt has failed, and another one will be made. */
export interface RetryEvent extends AttemptEvent {
  /** Why it failed. */
  readonly error: PartnerError;
  /** Milliseconds until the next one, at least. */
  readonly delayMs: number;
}

/** What is told as it happens. Nothing waits for a hook, and what it throws is lost. */
export interface Hooks {
  /** A request is about to be sent. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** An answer has come, good or bad. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** An attempt has failed, and another one will be made. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Calls a hook, now; it can break nothing, and nothing waits for it. */
export async function tell<Event>(hook: ((event: Event) => unknown) | undefined, event: Event) {
  try {
    await hook?.(event);
  } catch {
    // It is not about the call.
  }
}

const redacted = 'REDACTED';

/** An address without what names a person. */
export function redactUrl(url: string): string {
  return url.replace(
    /(\/users\/by-external-id\/|[?&]\w*(?:email|externalUserId)=)[^&#/]*/gi,
    `$1${redacted}`,
  );
}

/** Headers without secrets: the token, and what a caller's own headers may have. */
export function redactHeaders(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name of headers.keys()) {
    if (/auth|cookie|token|secret|key/i.test(name)) copy.set(name, redacted);
  }
  return copy;
}
