/** What is longer than a timer can be, 24 days, is no limit. */
export const longestTimerMs = 2 ** 31 - 1;

/** Rings once, after a time or as soon as a signal fires. */
export interface Alarm {
  /** Is aborted when it rings. */
  readonly signal: AbortSignal;
  /** Resolves when it rings. */
  readonly rung: Promise<undefined>;
  /** Lets go of the timer and of the caller's signal; so does ringing. */
  readonly off: () => void;
}

/** Sets an alarm; a signal that has fired before rings it at once. */
export function setAlarm(millis: number, callersSignal: AbortSignal | undefined): Alarm {
  const controller = new AbortController();
  const { signal } = controller;
  let resolve: (rung: undefined) => void;
  const rung = new Promise<undefined>((settle) => {
    resolve = settle;
  });
  const ring = () => {
    off();
    resolve(undefined);
    controller.abort();
  };
  const timer = setTimeout(ring, Math.min(millis, longestTimerMs));
  const unsubscribe = callersSignal && onAbort(callersSignal, ring);
  const off = () => {
    clearTimeout(timer);
    unsubscribe?.();
  };
  if (callersSignal?.aborted) ring();
  return { signal, rung, off };
}

/** Who waits for a signal. */
interface Waiting {
  rings: Set<() => void>;
  listener: () => void;
}
const waiting = new WeakMap<AbortSignal, Waiting>();

/** Calls `ring` when a signal fires. However many wait for it, the signal has one listener: Node 20 warns of more than ten. */
function onAbort(signal: AbortSignal, ring: () => void): () => void {
  let known = waiting.get(signal);
  if (!known) {
    const rings = new Set<() => void>();
    known = {
      rings,
      listener: () => {
        for (const each of rings) each();
      },
    };
    waiting.set(signal, known);
    signal.addEventListener('abort', known.listener);
  }
  const { rings, listener } = known;
  rings.add(ring);
  return () => {
    rings.delete(ring);
    if (rings.size > 0) return;
    signal.removeEventListener('abort', listener);
    waiting.delete(signal);
  };
}
