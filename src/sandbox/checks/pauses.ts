import { type Exchange, needsRepeat } from '../exchange.ts';
import type { Check, Evidence } from '../scenario.ts';
import { failed, judgeEach, notSeen, passed } from './verdicts.ts';

const retryAfterOf = ({ fault }: Exchange) => (fault?.kind === 'respond' ? fault.retryAfter : undefined);

const writesSame = (one: Exchange, other: Exchange) =>
  other.writes.some(({ id }) => one.writes.some((write) => write.id === id));

/** Returns the next request for one of the same bookings. */
const nextOf = ({ exchanges }: Evidence, one: Exchange) =>
  exchanges.find((other) => other.number > one.number && writesSame(one, other));

/** Timers of clients may end some milliseconds early. */
const toleranceMillis = 30;

export const waits: Check = {
  name: 'waits',
  text: 'Waits for the seconds of Retry-After',
  judge: (evidence) =>
    judgeEach(
      evidence.exchanges.filter((one) => retryAfterOf(one) !== undefined && nextOf(evidence, one)),
      { missing: 'No request was sent again after a Retry-After.', right: 'No request came early.' },
      (rejected) => {
        const next = nextOf(evidence, rejected)!;
        const waited = next.at - rejected.answeredAt!;
        const asked = retryAfterOf(rejected)! * 1_000;
        return waited >= asked - toleranceMillis
          ? undefined
          : failed(
              `Sent again after ${(waited / 1_000).toFixed(1)} s, although Retry-After said ${asked / 1_000} s.`,
              [rejected, next],
            );
      },
    ),
};

/** A pause as the sandbox saw it. The client itself may have waited for less: its request was noticed late. */
export interface Pause {
  /** Milliseconds. */
  least: number;
  most: number;
}

/** The delay of the client is not known. It is on the same machine, or behind a network. */
const delayFactor = 2;

/** Returns the pauses after rejections without Retry-After, and before which attempt of its booking each was. */
function pausesOf(evidence: Evidence): { rejected: Exchange[]; pauses: Pause[][] } {
  const repeated = evidence.exchanges.filter((one) => needsRepeat(one) && one.writes.length > 0);
  const isCounted = (one: Exchange) => one.fault?.kind === 'respond' && retryAfterOf(one) === undefined;
  const pauses: Pause[][] = [];
  for (const one of repeated.filter(isCounted)) {
    const next = nextOf(evidence, one);
    if (!next) continue;
    const attempt = repeated.filter((other) => other.number < one.number && writesSame(one, other)).length;
    const most = next.at - one.answeredAt!;
    const delay = evidence.ownDelay(one.answeredAt!) + evidence.ownDelay(next.at);
    pauses[attempt] ??= [];
    pauses[attempt].push({ least: Math.max(0, most - delayFactor * delay), most });
  }
  return { rejected: repeated.filter(isCounted), pauses: Array.from(pauses, (some) => some ?? []) };
}

/** Fewer pauses say nothing about those of a client with a random part. */
const leastPauses = 4;
const isTooBusy = 'The sandbox itself was too busy to judge the pauses. Run it on a machine with less load.';

/** One of the longest. A stalled machine delays several, unnoticed by the sandbox. Of few pauses, only one is left out. */
const long = (numbers: number[]) => {
  const leftOut = Math.max(1, Math.floor((numbers.length - 8) / 3));
  return numbers.toSorted((one, other) => one - other).at(-1 - leftOut)!;
};
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;

/** By this factor the later pauses are longer than the first. It is 3 if they double, and 1.9 if they grow by a half. */
const leastGrowth = 1.4;
const leastMillis = 50;

type Judged = { verdict: 'passed' | 'failed' | 'too busy'; text: string } | undefined;

/** Judges whether pauses grow from attempt to attempt. Undefined: there are too few. */
export function judgeGrowth(pauses: readonly Pause[][]): Judged {
  const [first, ...later] = pauses.slice(0, 3).filter(({ length }) => length >= leastPauses);
  if (!first || later.length === 0) return undefined;
  const average = (of: (pause: Pause) => number) =>
    later.reduce((total, some) => total + long(some.map(of)), 0) / later.length;
  const least = ({ least }: Pause) => least;
  const most = ({ most }: Pause) => most;
  const text = `The first pauses were up to ${seconds(long(first.map(most)))} long, the later ones ${seconds(average(most))} on average.`;
  const isGrown = (late: number, early: number) => late >= leastGrowth * early && late >= leastMillis;
  if (isGrown(average(least), long(first.map(most)))) return { verdict: 'passed', text };
  return { verdict: isGrown(average(most), long(first.map(least))) ? 'too busy' : 'failed', text };
}

/** A check of the pauses. `few`: what too few requests did. `advice`: for a wrong client. */
const pauses = (
  name: string,
  text: string,
  judgePauses: (pauses: readonly Pause[][]) => Judged,
  { few, advice }: Record<'few' | 'advice', string>,
): Check => ({
  name,
  text,
  judge: (evidence) => {
    const { rejected, pauses } = pausesOf(evidence);
    const judged = judgePauses(pauses);
    if (!judged) return notSeen(`Too few requests without Retry-After were ${few}.`);
    if (judged.verdict === 'too busy') return notSeen(`${judged.text} ${isTooBusy}`);
    return judged.verdict === 'passed'
      ? passed(judged.text, rejected)
      : failed(`${judged.text} ${advice}`, rejected);
  },
});

export const backsOff = pauses(
  'backs-off',
  'Waits longer after each attempt, if the response does not say how long',
  judgeGrowth,
  { few: 'sent again twice', advice: 'They must grow.' },
);

/** The pauses of a client without a random part differ by less, even if it is delayed. */
const leastShare = 0.03;
const leastSpreadMillis = 25;

/**
 * Judges whether pauses before the same attempt differ by more than those of a client without a random part would, which all have the same
 * length and are only delayed. Undefined: there are too few.
 */
export function judgeRandomness(pauses: readonly Pause[][]): Judged {
  const enough = pauses.filter(({ length }) => length >= leastPauses);
  const judged = enough.map((some) => {
    const shortest = Math.min(...some.map(({ most }) => most));
    const needed = Math.max(leastSpreadMillis, leastShare * shortest);
    const spread = long(some.map(({ most }) => most)) - shortest;
    const certain = long(some.map(({ least }) => least)) - shortest;
    const text = `The pauses before the same attempt were ${seconds(shortest)} to ${seconds(shortest + spread)} long.`;
    const verdict = certain > needed ? 'passed' : spread > needed ? 'too busy' : 'failed';
    return { verdict, text } as const;
  });
  // The longest pauses show it best.
  return judged.find(({ verdict }) => verdict === 'passed') ?? judged.at(-1);
}

export const isRandom = pauses('is-random', 'Adds a random part to the pauses', judgeRandomness, {
  few: 'sent again',
  advice: 'Without a random part, all clients return at the same time.',
});

/** As many requests are within the limit at any speed. */
const mostAtOnce = 100;
/** A client that stays within the limit also waits while no request is open, unless the service itself is slower than the limit. */
const mostOpenShare = 0.9;

/** Returns the share of the time from the first request to the last response during which a request was open. */
function openShare(exchanges: readonly Exchange[]): number {
  const first = exchanges[0]!.at;
  let end = first;
  let open = 0;
  for (const { at, answeredAt = at } of exchanges) {
    open += Math.max(0, answeredAt - Math.max(at, end));
    end = Math.max(end, answeredAt);
  }
  return open / (end - first);
}

export const isPaced: Check = {
  name: 'is-paced',
  text: 'Uses batches, or stays within the request limit',
  judge: ({ exchanges }) => {
    if (exchanges.length === 0) return notSeen('No member was sent.');
    const limited = exchanges.filter(({ status }) => status === 429);
    const text = `${limited.length} of ${exchanges.length} requests were rejected by the limit.`;
    if (limited.length > Math.max(2, exchanges.length / 50)) return failed(text, limited.slice(0, 20));
    return exchanges.length > mostAtOnce && openShare(exchanges) > mostOpenShare
      ? notSeen(
          `${text} The client always waited for a response, and the sandbox was too busy to show the limit.`,
        )
      : passed(text);
  },
};
