import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isSameRequest, needsRepeat, rejectedItems } from '../exchange.ts';
import { bookingContent } from '../read-request.ts';
import type { Check, Row } from '../scenario.ts';
import { failed, judgeEach, notSeen, passed } from './verdicts.ts';

/** Returns true if a request repeats a rejected one, or a rejected item of a batch. */
const repeatsRejected = (rejected: Exchange, other: Exchange): boolean =>
  rejected.status! >= 400
    ? isSameRequest(rejected, other)
    : rejectedItems(rejected).some((item) => other.writes.some((write) => isDeepStrictEqual(item, write)));

export const isFinal: Check = {
  name: 'is-final',
  text: 'Does not repeat a rejected request',
  judge: ({ exchanges }) =>
    judgeEach(
      exchanges.filter((one) => (one.status! >= 400 && !needsRepeat(one)) || rejectedItems(one).length > 0),
      { missing: 'No request was rejected. Send all rows of the step.', right: 'Each was sent once.' },
      (rejected) => {
        const again = exchanges.find(
          (other) => other.number > rejected.number && repeatsRejected(rejected, other),
        );
        return (
          again &&
          failed(
            `The client sent a write again unchanged after ${rejected.status}. The response would always be the same.`,
            [rejected, again],
          )
        );
      },
    ),
};

/** Returns the last row of each booking. */
function finalRows(rows: readonly Row[]): Map<string, Row> {
  return new Map(
    [...rows]
      .sort(
        (one, other) =>
          Date.parse(String(one.externalUpdatedAt)) - Date.parse(String(other.externalUpdatedAt)),
      )
      .map((row) => [row.externalCourtBookingId!, row]),
  );
}

export const isStored: Check = {
  name: 'is-stored',
  text: 'The newest content of each row is stored in the end',
  judge: async ({ exchanges, steps, stored }) => {
    const { bookings } = await stored();
    const rows = steps.flatMap(({ rows = [] }) => rows.filter((row) => !row.isWrong));
    const wrong = [...finalRows(rows)].flatMap(([id, row]) => {
      const booking = bookings.get(id);
      const isRight =
        row.action === 'cancel'
          ? booking?.status === 'CANCELLED'
          : booking?.status === 'ACTIVE' && bookingContent({ ...booking }) === bookingContent(row);
      return isRight ? [] : [booking ? `${id} has other content` : `${id} does not exist`];
    });
    if (exchanges.every(({ writes }) => writes.length === 0)) return notSeen('No row was sent.');
    const writes = exchanges.filter((one) => one.writes.length > 0);
    return wrong.length === 0
      ? passed('The database has the newest content.')
      : failed(`In the database, ${wrong.slice(0, 3).join(', ')}.`, writes.slice(-20));
  },
};

export const keepsNewer: Check = {
  name: 'keeps-newer',
  text: 'Does not send old content as a newer version',
  judge: ({ exchanges, steps }) => {
    const rows = steps.flatMap(({ rows = [] }) => rows);
    const newest = finalRows(rows);
    const stale = exchanges.filter(
      (one) => (one.status === 409 && one.writes.length > 0) || rejectedItems(one).length > 0,
    );
    if (stale.length === 0) return notSeen('No stale write was sent. Send all rows of the step.');
    const raised = exchanges.filter(({ writes }) =>
      writes.some(({ id, content, version = 0 }) => {
        const row = newest.get(id);
        return (
          row !== undefined &&
          content !== bookingContent(row) &&
          version >= Date.parse(String(row.externalUpdatedAt))
        );
      }),
    );
    return raised.length === 0
      ? passed('The old content was not sent with a new version.', stale)
      : failed('Old content was sent with a new externalUpdatedAt. It replaced the newer content.', raised);
  },
};

export const neverParks: Check = {
  name: 'never-parks',
  text: 'Never moves a booking to a time that nobody asked for',
  judge: ({ exchanges, steps }) => {
    const asked = new Set(
      steps.flatMap(({ rows = [] }) =>
        rows.map((row) => `${row.externalCourtBookingId} ${bookingContent(row)}`),
      ),
    );
    const writes = exchanges.filter((one) => one.writes.length > 0);
    if (writes.length === 0) return notSeen('No row was sent.');
    const parked = writes.filter((one) =>
      one.writes.some(({ id, action, content }) => action === 'upsert' && !asked.has(`${id} ${content}`)),
    );
    return parked.length === 0
      ? passed('Each booking was only sent with its own times.')
      : failed(
          'A booking was sent with a time that is not in the rows. To exchange places, send one atomic batch, or cancel first.',
          parked,
        );
  },
};

export const isImported: Check = {
  name: 'is-imported',
  text: 'Creates every good member',
  judge: async ({ exchanges, steps, stored }) => {
    if (exchanges.every(({ writes }) => writes.length === 0)) return notSeen('No member was sent.');
    const { externalUserIds } = await stored();
    const good = steps.flatMap(({ rows = [] }) => rows.filter(({ isWrong }) => !isWrong));
    const missing = good.filter(({ externalUserId }) => !externalUserIds.has(externalUserId!));
    return missing.length === 0
      ? passed(`All ${good.length} good members exist.`)
      : failed(
          `${missing.length} of ${good.length} good members do not exist, such as ${missing[0]!.externalUserId}.`,
        );
  },
};

export const reportsOnce: Check = {
  name: 'reports-once',
  text: 'Reports each bad row once',
  judge: ({ copy, steps }) => {
    if (!copy?.rejected) return notSeen('The client did not report its rejected rows (PUT …/copy).');
    const bad = steps.flatMap(({ rows = [] }) =>
      rows.flatMap(({ isWrong, externalUserId }) => (isWrong ? [externalUserId!] : [])),
    );
    const reported = copy.rejected.filter((id) => id.startsWith('import-'));
    const missing = bad.filter((id) => !reported.includes(id));
    const extra =
      reported.length - new Set(reported).size + reported.filter((id) => !bad.includes(id)).length;
    return missing.length === 0 && extra === 0
      ? passed(`All ${bad.length} bad rows were reported once.`)
      : failed(
          `${missing.length} of ${bad.length} bad rows were not reported, and ${extra} were reported twice or wrongly.`,
        );
  },
};
