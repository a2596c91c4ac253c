import { longestTimerMs, onAbort } from './deadline.ts';
import { createPace, type Pace } from './pace.ts';

/** Limits the number of concurrent requests and their rate. */
export interface PacingOptions {
  /** Requests at the same time, over all calls of the client. Further calls are queued. Default: 8; with `pace: false` no limit. */
  concurrency?: number | undefined;
  /**
   * Sends requests no faster than the token's rate limit allows, as responses report it. A 429 then holds back all requests of
   * the client. Default: true.
   */
  pace?: boolean | undefined;
}

/** Enough for 50 requests a second where a response takes 160 ms. */
const defaultConcurrency = 8;

/** The queue for a client's options; undefined if they limit nothing. */
export function requestQueueFor({ concurrency, pace = true }: PacingOptions): RequestQueue | undefined {
  const slots = concurrency || (pace ? defaultConcurrency : 0);
  if (!slots) return undefined;
  return createRequestQueue(slots, pace ? createPace() : undefined, () => performance.now());
}

/** The load of one request. */
export interface Load {
  /** Its cost in the service's rate limit. */
  cost: number;
  /** Its slots among the concurrent requests: 0 or 1. */
  slots: number;
}

/** Queues a client's requests: it limits how many run at the same time, and keeps the pace. */
export interface RequestQueue {
  /**
   * Waits for permission to send a request. New requests queue behind all others. Retries queue before all new requests, because
   * the time of their calls is running.
   *
   * @returns the number of the request, for `release`; undefined if the signal fires first
   */
  readonly acquire: (
    load: Load,
    isRetry: boolean,
    signal: AbortSignal | undefined,
  ) => Promise<number | undefined>;
  /**
   * Reports that a request has ended.
   *
   * @param headers those of the response; undefined without one
   * @param holdMillis for how long no request may be sent
   */
  readonly release: (number: number, load: Load, headers: Headers | undefined, holdMillis: number) => void;
}

interface QueuedRequest {
  load: Load;
  start: (number: number) => void;
}

/** Creates a queue. `now` returns the time in milliseconds. */
export function createRequestQueue(
  concurrency: number,
  pace: Pace | undefined,
  now: () => number,
): RequestQueue {
  const retries: QueuedRequest[] = [];
  const newRequests: QueuedRequest[] = [];
  let freeSlots = concurrency;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts the requests that may be sent. A response or the timer calls it again for the others. */
  const startNext = () => {
    clearTimeout(timer);
    for (const queue of [retries, newRequests]) {
      for (let next = queue[0]; next; next = queue[0]) {
        const { load, start } = next;
        if (load.slots && freeSlots <= 0) return;
        const wait = pace?.wait(load.cost, now()) ?? 0;
        if (wait > 0) {
          timer = setTimeout(startNext, Math.min(wait, longestTimerMs));
          return;
        }
        queue.shift();
        freeSlots -= load.slots;
        start(pace?.sent(load.cost, now()) ?? 0);
      }
    }
  };

  return {
    async acquire(load, isRetry, signal) {
      if (signal?.aborted) return undefined;
      const queue = isRetry ? retries : newRequests;
      return new Promise((resolve) => {
        const start = (number: number | undefined) => {
          stopListening?.();
          resolve(number);
        };
        const request = { load, start };
        const leave = () => {
          queue.splice(queue.indexOf(request), 1);
          start(undefined);
          startNext();
        };
        const stopListening = signal && onAbort(signal, leave);
        queue.push(request);
        startNext();
      });
    },
    release(number, { cost, slots }, headers, holdMillis) {
      freeSlots += slots;
      pace?.answered(number, cost, now(), headers);
      pace?.hold(holdMillis, now());
      startNext();
    },
  };
}
