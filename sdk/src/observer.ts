import type { AttemptEvent, Hooks } from './hooks.ts';
import type { PartnerError } from './partner-error.ts';

/** Receives the events of a call: the caller's hooks, a logger, or a span. */
export interface Observer extends Hooks {
  /** A call has succeeded or failed for good. Not called if nothing was sent. */
  onEnd?: (event: EndEvent) => unknown;
}

/** A call has ended, either with the status of a success or with an error. */
export interface EndEvent extends AttemptEvent {
  readonly status?: number;
  readonly error?: PartnerError;
}

/** Sends an attempt with these headers. */
export type Within = <T>(headers: Headers, send: () => T) => T;
