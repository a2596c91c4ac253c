import { type Logger, loggingTo } from './logging.ts';
import type { Observer, Within } from './observer.ts';
import { type Registered, startSpan, type TracedCall } from './tracing.ts';

/**
 * Adds the logger and the span to the observers of a call. Only a client with a logger, or a program with OpenTelemetry, needs
 * this, so `watch.ts` loads it as a chunk of its own. It shares no code with the client, so that neither imports the other's file.
 *
 * @param version the version of the SDK
 * @returns the context in which attempts are sent, if there is one
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
