import { type Exchange, needsRepeat } from '../exchange.ts';
import type { Check, Evidence } from '../scenario.ts';
import { failed, judgeEach } from './verdicts.ts';

const lostWrites = ({ exchanges }: Evidence) =>
  exchanges.filter((one) => needsRepeat(one) && one.writes.length > 0);

const after = ({ exchanges }: Evidence, { number }: Exchange) =>
  exchanges.filter((other) => other.number > number);

const hasSameId = (one: Exchange, other: Exchange) =>
  one.writes.some(({ id }) => other.writes.some((write) => write.id === id));
const hasSameContent = (one: Exchange, other: Exchange) =>
  one.writes.some(({ content, action }) =>
    other.writes.some((write) => write.content === content && write.action === action),
  );

const missing = 'No write was affected. Send the rows of the step.';
const idsOf = ({ writes }: Exchange) =>
  writes.length === 1 ? writes[0]!.id : `${writes[0]?.id} and ${writes.length - 1} others`;

export const repeats: Check = {
  name: 'repeats',
  text: 'Sends a write again if its response is missing or unusable',
  judge: (evidence) =>
    judgeEach(lostWrites(evidence), { missing, right: 'Each write was sent again.' }, (lost) =>
      after(evidence, lost).some((other) => hasSameId(lost, other) || hasSameContent(lost, other))
        ? undefined
        : failed(`${idsOf(lost)} was never sent again. The response did not say that it was stored.`, [lost]),
    ),
};

export const keepsVersion: Check = {
  name: 'keeps-version',
  text: 'Repeats with the same externalUpdatedAt',
  judge: (evidence) => {
    const repeated = lostWrites(evidence).filter((lost) =>
      after(evidence, lost).some((other) => hasSameId(lost, other) && hasSameContent(lost, other)),
    );
    return judgeEach(
      repeated,
      { missing: 'No write was sent again.', right: 'Each repetition had the same version.' },
      (lost) => {
        const changed = after(evidence, lost).find((other) =>
          other.writes.some((write) =>
            lost.writes.some(
              ({ id, content, version }) =>
                write.id === id && write.content === content && write.version !== version,
            ),
          ),
        );
        return (
          changed &&
          failed(
            `${idsOf(lost)} was sent again with another externalUpdatedAt. Send what was sent before, or a late first request replaces a newer version.`,
            [lost, changed],
          )
        );
      },
    );
  },
};

export const keepsId: Check = {
  name: 'keeps-id',
  text: 'Repeats under the same id',
  judge: (evidence) => {
    const repeated = lostWrites(evidence).filter((lost) =>
      after(evidence, lost).some((other) => hasSameContent(lost, other)),
    );
    return judgeEach(
      repeated,
      { missing: 'No write was sent again.', right: 'Each repetition had the same id.' },
      (lost) => {
        const known = evidence.steps.flatMap(({ rows = [] }) =>
          rows.map((row) => row.externalCourtBookingId ?? row.externalUserId),
        );
        const foreign = after(evidence, lost).find(
          (other) => hasSameContent(lost, other) && other.writes.every(({ id }) => !known.includes(id)),
        );
        return (
          foreign &&
          failed(`${idsOf(lost)} was sent again as ${idsOf(foreign)}. A new id creates a second booking.`, [
            lost,
            foreign,
          ])
        );
      },
    );
  },
};

export const notInParallel: Check = {
  name: 'not-in-parallel',
  text: 'Gives up a slow request before it sends the next one',
  judge: (evidence) =>
    judgeEach(
      lostWrites(evidence).filter(({ fault }) => fault?.kind === 'silence'),
      { missing, right: 'No second request was sent while the first was open.' },
      (slow) => {
        const end = slow.leftAt ?? slow.answeredAt ?? Number.POSITIVE_INFINITY;
        const second = after(evidence, slow).find((other) => hasSameId(slow, other) && other.at < end);
        return (
          second &&
          failed(
            `${idsOf(slow)} was sent a second time while the first request was open. Abort the first one.`,
            [slow, second],
          )
        );
      },
    ),
};
