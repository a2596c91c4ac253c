/**
 * Calculates how fast requests may be sent, from the rate limit in responses (`RateLimit-Policy` and `RateLimit`,
 * draft-ietf-httpapi-ratelimit-headers). Each method receives the time, in milliseconds of a monotonic clock.
 */
export interface Pace {
  /** Returns the milliseconds until a request of this cost may be sent. Zero or less means now. */
  readonly wait: (cost: number, now: number) => number;
  /** Records that a request is sent. Returns its number. */
  readonly sent: (cost: number, now: number) => number;
  /** Records the response to a request. `headers` is undefined if the request got no response. */
  readonly answered: (which: number, cost: number, now: number, headers: Headers | undefined) => void;
  /** Holds back all requests for this time. */
  readonly hold: (millis: number, now: number) => void;
}

/**
 * Creates a pace. It models the service's token bucket. Its last fifth is a reserve. Above the reserve, requests are sent at once.
 * Within it, the rate falls with the level: it equals the refill rate at a full reserve, and half of that at half a reserve. So
 * several clients of one token converge to equal shares, although each sees the common level only.
 *
 * If responses report no limit, only `hold` holds back requests.
 */
export function createPace(): Pace {
  let policy: string | undefined;
  /** The capacity of the bucket, and its refill per millisecond. The service's defaults apply until a response reports others. */
  let burst = 100;
  let refill = 0.05;
  /** The level of the bucket at the time `levelAt`. */
  let level = burst;
  let levelAt = 0;
  /** The cost of running requests, which the last response may not include yet. */
  let underWay = 0;
  let sentLast = { which: 0, cost: 0, at: 0 };
  let answeredLast = 0;
  let heldUntil = 0;
  const levelNow = (now: number) => level + (now - levelAt) * refill;

  return {
    wait(cost, now) {
      const { cost: lastCost, at } = sentLast;
      // Large enough for one batch of each of three clients.
      const reserve = Math.min(burst, Math.max(burst / 5, lastCost * 3));
      // The refill since the last response does not count, because other clients may have used it.
      const had = Math.max(0, level) + lastCost;
      const gap = had < reserve ? ((lastCost / refill) * reserve) / had : 0;
      // The service charges at most the capacity of the bucket.
      const lacking = Math.min(cost, burst) - levelNow(now);
      return Math.max(heldUntil - now, at + gap - now, lacking > 0 ? lacking / refill : 0);
    },
    sent(cost, now) {
      if (levelNow(now) >= burst) {
        level = burst;
        levelAt = now;
      }
      level -= cost;
      underWay += cost;
      sentLast = { which: sentLast.which + 1, cost, at: now };
      return sentLast.which;
    },
    answered(which, cost, now, headers) {
      underWay -= cost;
      // Responses can arrive out of order. An older one does not include later requests.
      if (!headers || which < answeredLast) return;
      const left = parameter(headers.get('RateLimit'), 'r');
      const told = headers.get('RateLimit-Policy');
      // The policy is usually the same text. It is parsed once.
      if (told && told !== policy) {
        const [quota, seconds] = [parameter(told, 'q'), parameter(told, 'w')];
        if (quota && seconds) {
          policy = told;
          burst = quota;
          refill = quota / (seconds * 1_000);
        }
      }
      if (!policy) level = burst = Number.POSITIVE_INFINITY;
      if (!policy || left === undefined) return;
      answeredLast = which;
      level = left - underWay;
      levelAt = now;
    },
    hold(millis, now) {
      heldUntil = Math.max(heldUntil, now + millis);
    },
  };
}

/** Returns a parameter of the first item of a structured field (RFC 9651). */
function parameter(field: string | null, name: string): number | undefined {
  const found = field?.match(`^[^,]*; *${name}=(\\d+)`);
  return found ? Number(found[1]) : undefined;
}
