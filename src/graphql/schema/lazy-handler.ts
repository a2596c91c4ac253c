import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A function from a module that is loaded when an operator first needs it. A process starts in two thirds of the time
 * without the module (0.5 s instead of 0.7 s). Loading blocks the process, so only a signed-in operator may trigger it.
 */
export function lazyHandler<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => Promise<Response>>,
) {
  let loading: ReturnType<typeof load> | undefined;
  return async (...given: Given): Promise<Response> => {
    loading ??= load().catch((error) => {
      // The next request tries again.
      loading = undefined;
      throw error;
    });
    const answer = await loading;
    return answer(...given);
  };
}

/** Time for other requests between two parts. */
const pauseMillis = 10;

/**
 * Loads modules before what imports them. At once, all of GraphQL blocks the process for half a second, in which partners
 * get no response. Of these parts, none blocks it for more than 0.15 s (2026-11-28, two cores).
 */
export async function loadInParts(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await load();
    await sleep(pauseMillis);
  }
}
