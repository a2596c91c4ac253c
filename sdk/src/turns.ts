import { longestTimerMs, setAlarm } from './alarm.ts';
import { createPace, type Pace } from './pace.ts';

/** How many requests a client has under way, and how fast it sends them. */
export interface PacingOptions {
  /** Requests at once, of all calls of the client; further calls wait for their turn. Default: 8; with `pace: false` no limit. */
  concurrency?: number | undefined;
  /**
   * Whether requests are sent no faster than the limit of the token allows, as the answers tell it, and all are held back when
   * one is refused by it (429). Default: true.
   */
  pace?: boolean | undefined;
}

/** Enough for 50 requests a second where an answer takes 160 ms. */
const defaultConcurrency = 8;

/** The turns that a client's options ask for; undefined where each request may go at once. */
export function turnsOf({ concurrency, pace = true }: PacingOptions): Turns | undefined {
  const places = concurrency || (pace ? defaultConcurrency : 0);
  return places ? createTurns(places, pace ? createPace() : undefined, () => performance.now()) : undefined;
}

/** What a request takes of what a client has. */
export interface Load {
  /** Of the service's limit. */
  cost: number;
  /** Of the places for requests at once: 0 or 1. */
  places: number;
}

/** The turns of a client's requests: at most so many at once, and each only when the pace allows it. */
export interface Turns {
  /**
   * Waits for a turn, behind all who wait already; a request that is sent again in front of all that are new, for the time of
   * its call is running.
   *
   * @returns the turn, at once if nothing is in its way; 0 when the signal has fired, or fires before it comes
   */
  readonly take: (load: Load, isAgain: boolean, signal: AbortSignal | undefined) => number | Promise<number>;
  /** Gives a turn back, with the headers of the answer where one came; for so long nobody else gets one. */
  readonly giveBack: (turn: number, load: Load, headers: Headers | undefined, holdMillis: number) => void;
}

interface Waiting {
  load: Load;
  /** Undefined once it has left. */
  come: ((turn: number) => void) | undefined;
}

/** Makes turns. The time comes from `now`, in milliseconds. */
export function createTurns(concurrency: number, pace: Pace | undefined, now: () => number): Turns {
  const again: Waiting[] = [];
  const fresh: Waiting[] = [];
  let free = concurrency;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = ({ cost, places }: Load) => {
    free -= places;
    return pace?.sent(cost, now()) ?? 1;
  };
  const waitOf = ({ cost }: Load) => pace?.wait(cost, now()) ?? 0;
  /** Lets go whoever may. For the others it is called again: by an answer, or when the pace allows it. */
  const next = () => {
    clearTimeout(timer);
    for (const line of [again, fresh]) {
      for (let first = line[0]; first; first = line[0]) {
        const { come, load } = first;
        if (come) {
          if (free < load.places) return;
          const wait = waitOf(load);
          if (wait > 0) {
            timer = setTimeout(next, Math.min(wait, longestTimerMs));
            return;
          }
          come(begin(load));
        }
        line.shift();
      }
    }
  };

  return {
    take(load, isAgain, signal) {
      if (signal?.aborted) return 0;
      const isFirst = again.length + fresh.length === 0;
      if (isFirst && free >= load.places && waitOf(load) <= 0) return begin(load);
      return new Promise((resolve) => {
        const alarm = signal && setAlarm(Number.POSITIVE_INFINITY, signal);
        const come = (turn: number) => {
          alarm?.off();
          resolve(turn);
        };
        const waiting: Waiting = { load, come };
        alarm?.rung.then(() => {
          waiting.come = undefined;
          come(0);
          next();
        });
        (isAgain ? again : fresh).push(waiting);
        next();
      });
    },
    giveBack(turn, { cost, places }, headers, holdMillis) {
      free += places;
      pace?.answered(turn, cost, now(), headers);
      pace?.hold(holdMillis, now());
      next();
    },
  };
}
