/** What is longer than a timer can be, 24 days, is no limit. */
export const longestTimerMs = 2 ** 31 - 1;

/** Rings once, after a time or as soon as a signal fires. */
export interface Alarm {
  /** Is aborted when it rings. */
  readonly signal: AbortSignal;
  /** Resolves when it rings. */
  readonly rung: Promise<undefined>;
  /** Lets go of the timer and of the caller's signal. */
  readonly off: () => void;
}

/** Sets an alarm; a signal that has fired before does not ring it. */
export function setAlarm(millis: number, callersSignal: AbortSignal | undefined): Alarm {
  const controller = new AbortController();
  const ring = () => controller.abort();
  const rung = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined));
  });
  const timer = setTimeout(ring, Math.min(millis, longestTimerMs));
  callersSignal?.addEventListener('abort', ring);
  const off = () => {
    clearTimeout(timer);
    callersSignal?.removeEventListener('abort', ring);
  };
  return { signal: controller.signal, rung, off };
}
