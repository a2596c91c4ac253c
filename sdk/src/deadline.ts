/** The longest delay of a timer, 24 days. A longer one counts as no limit. */
export const longestTimerMs = 2 ** 31 - 1;

/** A limit of time, which the caller's signal can end early. */
export interface Deadline {
  /** Fires when the deadline is reached: the time is over, or the caller's signal has fired. */
  readonly signal: AbortSignal;
  readonly reached: Promise<undefined>;
  /** Stops the timer, and the listening to the caller's signal. */
  readonly clear: () => void;
}

/**
 * Starts a deadline. If the caller's signal has already fired, the deadline is reached at once.
 *
 * The platform's own functions are not suitable. `AbortSignal.any` keeps memory for each call until the caller's signal fires (180 bytes on
 * Node 22). The timer of `AbortSignal.timeout` cannot be stopped, and Node may exit while it runs.
 */
export function startDeadline(millis: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let resolveReached: (value: undefined) => void;
  const reached = new Promise<undefined>((resolve) => {
    resolveReached = resolve;
  });
  const end = () => {
    clear();
    resolveReached(undefined);
    controller.abort();
  };
  const timer = setTimeout(end, Math.min(millis, longestTimerMs));
  const stopListening = callerSignal && onAbort(callerSignal, end);
  const clear = () => {
    clearTimeout(timer);
    stopListening?.();
  };
  if (callerSignal?.aborted) end();
  return { signal: controller.signal, reached, clear };
}

export async function delay(millis: number, callerSignal: AbortSignal | undefined): Promise<void> {
  await startDeadline(millis, callerSignal).reached;
}

/** All listeners of one signal, and the function that calls them. */
interface Listeners {
  all: Set<() => void>;
  notify: () => void;
}
const listenersOf = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `listener` when the signal fires. All calls together add one listener to the signal, because Node 20 warns of more than
 * ten.
 *
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { all, notify } = listenersOf.get(signal) ?? startListening(signal);
  all.add(listener);
  return () => {
    all.delete(listener);
    if (all.size > 0) return;
    signal.removeEventListener('abort', notify);
    listenersOf.delete(signal);
  };
}

function startListening(signal: AbortSignal): Listeners {
  const all = new Set<() => void>();
  const notify = () => {
    for (const listener of all) listener();
  };
  signal.addEventListener('abort', notify);
  const listeners = { all, notify };
  listenersOf.set(signal, listeners);
  return listeners;
}
