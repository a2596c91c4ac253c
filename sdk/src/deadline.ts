/** The longest delay of a timer, 24 days. A longer one counts as no limit. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Does work until it ends, the time is over, or the caller's signal fires. The signal that `work` receives fires in the last two cases. Work
 * that ignores it is not waited for.
 *
 * The platform's own functions are not suitable. `AbortSignal.any` keeps memory for each call until the caller's signal fires (180 bytes on
 * Node 22). The timer of `AbortSignal.timeout` cannot be stopped, and Node may exit while it runs.
 *
 * @returns undefined if the work did not end. If the caller's signal has already fired, it does not begin
 */
export async function withDeadline<Result>(
  millis: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result> | undefined,
): Promise<Result | undefined> {
  if (callerSignal?.aborted) return undefined;
  const controller = new AbortController();
  let clear = () => {};
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const end = () => {
        resolve(undefined);
        controller.abort();
      };
      const timer = setTimeout(end, Math.min(millis, longestTimerMs));
      const stopListening = callerSignal && onAbort(callerSignal, end);
      clear = () => {
        clearTimeout(timer);
        stopListening?.();
      };
      work(controller.signal)?.then(resolve, reject);
    });
  } finally {
    clear();
  }
}

export const delay = (millis: number, callerSignal: AbortSignal | undefined): Promise<undefined> =>
  withDeadline(millis, callerSignal, () => undefined);

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
