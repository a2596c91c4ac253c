/**
 * How fast a limit allows requests, learned from the answers (`RateLimit-Policy` and `RateLimit`,
 * draft-ietf-httpapi-ratelimit-headers). Pure: the time comes as an argument, in milliseconds of any clock that never goes back.
 */
export interface Pace {
  /** Milliseconds until a request of this cost may be sent; not above 0: now. */
  readonly wait: (cost: number, now: number) => number;
  /** A request is sent; which one. */
  readonly sent: (cost: number, now: number) => number;
  /** That one was answered with these headers; undefined: no answer came. */
  readonly answered: (which: number, cost: number, now: number, headers: Headers | undefined) => void;
  /** Nothing is to be sent for so long. */
  readonly hold: (millis: number, now: number) => void;
}

/**
 * Makes a pace: a bucket like the service's own, whose last fifth is a reserve. While there is more, requests go at once. In the
 * reserve they go the slower, the less is left: as fast as the bucket is filled where the reserve is whole, half as fast where
 * half of it is left. So several clients of one token, which all see only what is left, come to rest at equal shares.
 *
 * Where the answers tell of no limit, nothing is held back but by `hold`.
 */
export function createPace(): Pace {
  let policy: string | undefined;
  /** What the bucket holds at most, and what comes back each millisecond; until an answer tells, as the service has it by default. */
  let burst = 100;
  let refill = 0.05;
  /** What was in it at a time. */
  let level = burst;
  let levelAt = 0;
  /** What is under way: the last answer may not have counted it yet. */
  let underWay = 0;
  let sentLast = { which: 0, cost: 0, at: 0 };
  let answeredLast = 0;
  let heldUntil = 0;
  const levelNow = (now: number) => level + (now - levelAt) * refill;

  return {
    wait(cost, now) {
      const { cost: lastCost, at } = sentLast;
      // Of a batch one for each of three clients must fit in.
      const reserve = Math.min(burst, Math.max(burst / 5, lastCost * 3));
      // Of what has come back since the last answer others may have had a part: here it does not count.
      const had = Math.max(0, level) + lastCost;
      const gap = had < reserve ? ((lastCost / refill) * reserve) / had : 0;
      // What costs more than a burst costs a burst.
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
      // Answers overtake each other: an older one knows nothing of what was sent and answered since.
      if (!headers || which < answeredLast) return;
      const left = parameter(headers.get('RateLimit'), 'r');
      const told = headers.get('RateLimit-Policy');
      // The same text as a rule: it is read once.
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

/** A parameter of the first item of a structured field. */
function parameter(field: string | null, name: string): number | undefined {
  const found = field?.match(`^[^,]*; *${name}=(\\d+)`);
  return found ? Number(found[1]) : undefined;
}
