import type { AttemptEvent, Hooks } from './hooks.ts';
import { type Logger, loggingTo } from './logging.ts';
import type { PartnerError } from './partner-error.ts';
import { type Registered, startSpan, type TracedCall } from './tracing.ts';

/** Who is told of a call: a caller's hooks, a logger, or a span. */
export interface Observer extends Hooks {
  /** A call of which something was sent was done, or has failed for good. */
  onEnd?: (event: EndEvent) => unknown;
}

/** A call has ended: with the status of a success, or an error. */
export interface EndEvent extends AttemptEvent {
  readonly status?: number;
  readonly error?: PartnerError;
}

/** Sends an attempt, with these headers. */
export type Within = <T>(headers: Headers, send: () => T) => T;

/**
 * What only a client with a logger, or a program with OpenTelemetry, ever uses: with all that it imports it is a chunk of its
 * own, which `watch.ts` loads there. It has nothing that the client has too, so that neither needs the other's file.
 *
 * @param observers those of a call, to which it adds
 * @param version the SDK's
 * @returns where its attempts are sent, if it matters
 */
export function observe(
  observers: Observer[],
  logger: Logger | undefined,
  registered: Registered | undefined,
  version: string,
  call: TracedCall,
): Within | undefined {
  if (logger) observers.push(loggingTo(logger));
  const span = registered && startSpan(registered, version, call);
  if (span) observers.push(span.observer);
  return span?.within;
}
