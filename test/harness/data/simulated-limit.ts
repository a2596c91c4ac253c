import { createPace } from '../../../sdk/src/pace.ts';

/** A rate limit, and how the service reports it. */
export interface SimulatedLimit {
  burst: number;
  perSecond: number;
  /** The response headers when `left` calls remain. */
  headers?: (left: number) => Record<string, string>;
}

/** Clients that share one token and make all their calls at once. */
export interface SimulatedClients {
  clients?: number;
  calls: number;
  /** Cost of each call. Repeats when exhausted. */
  costs?: number[];
  concurrency?: number;
  /** Round-trip time in milliseconds, which varies by half. */
  latency?: number;
}

export interface Simulated {
  refused: number;
  /** Seconds until each client's last call was done. */
  seconds: number[];
  /** Theoretical minimum, in seconds. */
  leastSeconds: number;
}

/** Simulates paced clients and a token bucket in simulated time, independent of the machine's speed. */
export function simulateLimit(limit: SimulatedLimit, setting: SimulatedClients): Simulated {
  const { burst, perSecond } = limit;
  const { clients = 1, calls, costs = [1], concurrency = 8, latency = 10 } = setting;
  const policy = `"token";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;
  const headersOf =
    limit.headers ?? ((left) => ({ 'RateLimit-Policy': policy, RateLimit: `"token";r=${left};t=1` }));
  const random = randomNumbers();
  const events = new Events();
  const bucket = { level: burst, at: 0 };
  /** Takes the whole cost or nothing. */
  const isAllowed = (cost: number) => {
    bucket.level = Math.min(burst, bucket.level + ((events.now - bucket.at) * perSecond) / 1_000);
    bucket.at = events.now;
    const wanted = Math.min(cost, burst);
    if (bucket.level < wanted) return false;
    bucket.level -= wanted;
    return true;
  };
  const way = () => latency * (0.25 + random() / 2);
  const result: Simulated = {
    refused: 0,
    seconds: [],
    leastSeconds: (sumOf(costs, calls) * clients - burst) / perSecond,
  };

  for (let client = 0; client < clients; client++) {
    const pace = createPace();
    const waiting = Array.from({ length: calls }, (_, n) => costs[n % costs.length]!);
    let free = concurrency;
    let timer = 0;
    const next = (): void => {
      const own = ++timer;
      while (free > 0 && waiting.length > 0) {
        const wait = pace.wait(waiting[0]!, events.now);
        if (wait > 0) {
          events.in(Math.max(1, wait), () => own === timer && next());
          return;
        }
        send(waiting.shift()!);
      }
    };
    const send = (cost: number) => {
      free--;
      const turn = pace.sent(cost, events.now);
      events.in(way(), () => {
        const allowed = isAllowed(cost);
        const headers = new Headers(headersOf(allowed ? Math.floor(bucket.level) : 0));
        events.in(way(), () => {
          free++;
          result.seconds[client] = events.now / 1_000;
          if (!allowed) refused(cost);
          pace.answered(turn, cost, events.now, headers);
          next();
        });
      });
    };
    const refused = (cost: number) => {
      result.refused++;
      const wait = 1_000 * (1 + random() / 4);
      pace.hold(wait, events.now);
      events.in(wait, () => {
        waiting.unshift(cost);
        next();
      });
    };
    events.in(0, next);
  }
  events.run();
  return result;
}

/** A queue of events in order of time. */
class Events {
  now = 0;
  readonly #pending: { at: number; happen: () => unknown }[] = [];

  in(millis: number, happen: () => unknown): void {
    const at = this.now + millis;
    const later = this.#pending.findIndex((event) => event.at > at);
    this.#pending.splice(later < 0 ? this.#pending.length : later, 0, { at, happen });
  }

  run(): void {
    for (let event = this.#pending.shift(); event; event = this.#pending.shift()) {
      this.now = event.at;
      event.happen();
    }
  }
}

function sumOf(costs: number[], times: number): number {
  return Array.from({ length: times }, (_, n) => costs[n % costs.length]!).reduce((sum, cost) => sum + cost);
}

/** A fixed sequence of pseudorandom numbers between 0 and 1. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
