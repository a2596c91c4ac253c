import { type Exchange, needsRepeat } from '../exchange.ts';
import type { Check, Evidence } from '../scenario.ts';
import { failed, judgeEach, notSeen, passed } from './verdicts.ts';

const retryAfterOf = ({ fault }: Exchange) => (fault?.kind === 'respond' ? fault.retryAfter : undefined);

/** Returns the next request for one of the same bookings. */
const nextOf = ({ exchanges }: Evidence, one: Exchange) =>
  exchanges.find(
    ({ number, writes }) =>
      number > one.number && writes.some(({ id }) => one.writes.some((w) => w.id === id)),
  );

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

/** The pauses before the attempts of each booking that was rejected without Retry-After, in milliseconds. */
function pausesOf(evidence: Evidence): { exchanges: Exchange[]; pauses: number[][] } {
  const rejected = evidence.exchanges.filter(
    (one) => needsRepeat(one) && one.fault?.kind === 'respond' && retryAfterOf(one) === undefined,
  );
  const byId = Map.groupBy(rejected, ({ writes }) => writes[0]?.id ?? '');
  const pauses = [...byId.values()].map((ones) =>
    ones.flatMap((one) => {
      const next = nextOf(evidence, one);
      return next ? [next.at - one.answeredAt!] : [];
    }),
  );
  return { exchanges: rejected, pauses: pauses.filter(({ length }) => length > 0) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Doubling pauses grow more, also with a random part. */
const leastGrowth = 1.5;

export const backsOff: Check = {
  name: 'backs-off',
  text: 'Waits longer after each attempt, if the response does not say how long',
  judge: (evidence) => {
    const { exchanges, pauses } = pausesOf(evidence);
    const several = pauses.filter(({ length }) => length > 1);
    if (several.length === 0) return notSeen('No request without Retry-After was sent again twice.');
    const first = sum(several.map((all) => all[0]!)) / several.length;
    const last = sum(several.map((all) => all.at(-1)!)) / several.length;
    const text = `The first pause was ${Math.round(first)} ms on average, the last ${Math.round(last)} ms.`;
    return last >= leastGrowth * first && last >= 50
      ? passed(text, exchanges)
      : failed(`${text} It must grow.`, exchanges);
  },
};

/** Clients that fail together must not come back together. */
const leastSpread = 0.03;

export const isRandom: Check = {
  name: 'is-random',
  text: 'Adds a random part to the pauses',
  judge: (evidence) => {
    const { exchanges, pauses } = pausesOf(evidence);
    const spreads = [0, 1, 2].flatMap((attempt) => {
      const all = pauses.flatMap((ones) => ones[attempt] ?? []);
      return all.length < 3 ? [] : [(Math.max(...all) - Math.min(...all)) / Math.max(...all)];
    });
    if (spreads.length === 0)
      return notSeen('Fewer than three bookings were sent again without Retry-After.');
    // A busy machine spreads the short first pauses of every client.
    const spread = Math.min(...spreads);
    const text = `The pauses before the same attempt differ by at least ${Math.round(100 * spread)} %.`;
    return spread > leastSpread
      ? passed(text, exchanges)
      : failed(`${text} Without a random part, all clients return at the same time.`, exchanges);
  },
};

export const isPaced: Check = {
  name: 'is-paced',
  text: 'Uses batches, or stays within the request limit',
  judge: ({ exchanges }) => {
    if (exchanges.length === 0) return notSeen('No member was sent.');
    const limited = exchanges.filter(({ status }) => status === 429);
    const text = `${limited.length} of ${exchanges.length} requests were rejected by the limit.`;
    return limited.length <= Math.max(2, exchanges.length / 50)
      ? passed(text)
      : failed(text, limited.slice(0, 20));
  },
};
