import { type Exchange, type LostWrite, lostWrites, type Write } from '../exchange.ts';
import type { Check, Evidence } from '../scenario.ts';
import { failed, judgeEach, passed } from './verdicts.ts';

const hasSameContent = (one: Write, other: Write) =>
  one.content === other.content && one.action === other.action;

const isAfter = ({ number }: LostWrite, other: Exchange) => other.number > number;

/** Returns the later requests that write a booking or user again, under its id or with its content. */
const repetitionsOf = ({ exchanges }: Evidence, lost: LostWrite): Exchange[] =>
  exchanges.filter(
    (other) =>
      isAfter(lost, other) &&
      other.writes.some((write) => write.id === lost.write.id || hasSameContent(write, lost.write)),
  );

/** Returns the later request by which the client read that the write was stored. */
const readingOf = ({ exchanges }: Evidence, lost: LostWrite): Exchange | undefined =>
  exchanges.find(
    (other) =>
      isAfter(lost, other) &&
      other.answer?.shown.some(
        ({ id, version = 0 }) => id === lost.write.id && version >= (lost.write.version ?? 0),
      ),
  );

const missing = 'No write was affected. Send the rows of the step.';

export const repeats: Check = {
  name: 'repeats',
  text: 'Sends a write again if its response is missing, unusable, or "retryable"',
  judge: (evidence) =>
    judgeEach(
      lostWrites(evidence.exchanges),
      { missing, right: 'Each write was sent again, or read.' },
      (lost) => {
        if (repetitionsOf(evidence, lost).length > 0 || readingOf(evidence, lost)) return undefined;
        const { exchange, write } = lost;
        const isItem = exchange.answer && exchange.answer.results.length > 0;
        return failed(
          `${write.id} was never sent again, and not read. ${isItem ? 'Its result had "retryable": true.' : 'The response did not say that it was stored.'}`,
          [exchange],
        );
      },
    ),
};

/** A check of the repetitions of each write. A client that reads instead has none, which is right. `wrong`: a write that is no repetition. */
const repeatsWithSame = (
  what: 'version' | 'id',
  [name, text]: [name: string, text: string],
  isWrong: (write: Write, lost: Write, known: readonly unknown[]) => boolean,
  explain: (write: Write, lost: Write) => string,
): Check => ({
  name,
  text,
  judge: (evidence) => {
    const lost = lostWrites(evidence.exchanges);
    const repeated = lost.filter((one) => repetitionsOf(evidence, one).length > 0);
    const read = lost.filter((one) => readingOf(evidence, one));
    if (repeated.length === 0 && read.length > 0)
      return passed('The client read what was stored instead of sending it again.', read);
    const known = evidence.steps.flatMap(({ rows = [] }) =>
      rows.map((row) => row.externalCourtBookingId ?? row.externalUserId),
    );
    const texts = { missing: 'No write was sent again.', right: `Each repetition had the same ${what}.` };
    return judgeEach(repeated, texts, (one) => {
      const isIt = (write: Write) => hasSameContent(write, one.write) && isWrong(write, one.write, known);
      const found = repetitionsOf(evidence, one).find(({ writes }) => writes.some(isIt));
      return found && failed(explain(found.writes.find(isIt)!, one.write), [one.exchange, found]);
    });
  },
});

export const keepsVersion = repeatsWithSame(
  'version',
  ['keeps-version', 'Repeats with the same externalUpdatedAt'],
  (write, lost) => write.id === lost.id && write.version !== lost.version,
  ({ id }) =>
    `${id} was sent again with another externalUpdatedAt. Send what was sent before, or a late first request replaces a newer version.`,
);

export const keepsId = repeatsWithSame(
  'id',
  ['keeps-id', 'Repeats under the same id'],
  ({ id }, _lost, known) => !known.includes(id),
  ({ id }, lost) => `${lost.id} was sent again as ${id}. A new id creates a second booking.`,
);

/** The end of a connection can arrive a little after the next request on another one. */
const toleranceMillis = 50;

export const notInParallel: Check = {
  name: 'not-in-parallel',
  text: 'Gives up a slow request before it sends the next one',
  judge: (evidence) =>
    judgeEach(
      lostWrites(evidence.exchanges).filter(({ exchange }) => exchange.fault?.kind === 'silence'),
      { missing, right: 'No second request was sent while the first was open.' },
      (slow) => {
        const { leftAt, answeredAt } = slow.exchange;
        const end = leftAt ?? answeredAt ?? Number.POSITIVE_INFINITY;
        const isInParallel = (other: Exchange) =>
          end - other.at > toleranceMillis + 2 * evidence.ownDelay(end) ||
          (other.answeredAt !== undefined && other.answeredAt < end);
        const second = repetitionsOf(evidence, slow).find(isInParallel);
        return (
          second &&
          failed(
            `${slow.write.id} was sent a second time while the first request was open. Abort the first one.`,
            [slow.exchange, second],
          )
        );
      },
    ),
};
