import { isDeepStrictEqual } from 'node:util';
import { type Exchange, needsRepeat, type Write } from '../exchange.ts';
import { bookingContent, bookingWrite, versionOf } from '../read-request.ts';
import type { Check, Evidence, Row, Step } from '../scenario.ts';
import { differenceOf } from './differences.ts';
import { failed, judgeEach, notSeen, passed } from './verdicts.ts';

interface Rejected {
  write: Write;
  error: string | undefined;
}

/** Returns the writes that the service rejected, and would always reject. A new token is another request. */
function rejectedWrites(exchange: Exchange): Rejected[] {
  const { status, writes, answer } = exchange;
  if (needsRepeat(exchange) || status === 401) return [];
  if (status! >= 400) return writes.map((write) => ({ write, error: answer?.error }));
  return writes.flatMap((write, n) => {
    const { outcome, retryable, error } = answer?.results[n] ?? {};
    return outcome === 'refused' && retryable !== true ? [{ write, error }] : [];
  });
}

const isBatch = ({ operation = '' }: Exchange) => operation.startsWith('batch');
const isAtomic = (one: Exchange) => isBatch(one) && /"atomic"\s*:\s*true/.test(one.text);

/** Returns true if a write is the rejected one, or differs only in its version. After some rejections a newer version is another write. */
function isSameWrite(one: Write, { write, error = '' }: Rejected): boolean {
  const isOfVersion = ['stale_write', 'version_conflict'].includes(error);
  return isDeepStrictEqual(isOfVersion ? one : { ...one, version: write.version }, write);
}

/**
 * Returns true if a request repeats a rejected write. After a rejected batch, its items can be sent alone. In an atomic batch, a place that
 * was taken may be free.
 */
function repeatsRejected(rejected: Exchange, other: Exchange): boolean {
  if (isBatch(rejected) && rejected.status! >= 400)
    return isDeepStrictEqual(rejected.writes, other.writes) && isAtomic(rejected) === isAtomic(other);
  return rejectedWrites(rejected).some(
    (one) =>
      !(one.error === 'court_booking_overlap' && isAtomic(other)) &&
      other.writes.some((write) => isSameWrite(write, one)),
  );
}

const rowsOf = (steps: readonly Step[]) => steps.flatMap(({ rows = [] }) => rows);

const idOf = (row: Row) => (row.externalCourtBookingId ?? row.externalUserId)!;

/** Returns the last row of each booking. */
function finalRows(rows: readonly Row[]): Map<string, Row> {
  const ordered = [...rows].sort(
    (one, other) => versionOf(one.externalUpdatedAt)! - versionOf(other.externalUpdatedAt)!,
  );
  return new Map(ordered.map((row) => [row.externalCourtBookingId!, row]));
}

/** Returns what is wrong in the database with the bookings of the rows. */
async function wrongIn({ exchanges, steps, stored, tenant }: Evidence): Promise<string[]> {
  const { bookings } = await stored();
  const rows = rowsOf(steps).filter(({ isWrong }) => !isWrong);
  return [...finalRows(rows)].flatMap(
    ([id, row]) => differenceOf(row, bookings.get(id), { exchanges, tenant }) ?? [],
  );
}

/** A client that keeps only the newest version of each booking sends no older one, which is right. */
async function unsentIsRight(evidence: Evidence, missing: string) {
  const last = evidence.steps.length - 1;
  const isEarlierSent = evidence.exchanges.some(({ writes }) => writes.length > 0);
  const isLaterSent = evidence.during(last).some(({ writes }) => writes.length > 0);
  return isEarlierSent && !isLaterSent && (await wrongIn(evidence)).length === 0
    ? passed('The client did not send the old rows. The database has the newest content.')
    : notSeen(missing);
}

export const isFinal: Check = {
  name: 'is-final',
  text: 'Does not repeat a rejected request',
  judge: ({ exchanges }) => {
    const rejections = exchanges.filter((one) => rejectedWrites(one).length > 0);
    // A client can find wrong and old rows itself.
    if (rejections.length === 0 && exchanges.some(({ writes }) => writes.length > 0))
      return passed('No request was rejected.');
    const texts = { missing: 'No row was sent.', right: 'Each was sent once.' };
    return judgeEach(rejections, texts, (rejected) => {
      const again = exchanges.find(
        (other) => other.number > rejected.number && repeatsRejected(rejected, other),
      );
      return (
        again &&
        failed(
          `The client sent the same content again after ${rejected.answer?.error ?? rejected.status}. The response would always be the same.`,
          [rejected, again],
        )
      );
    });
  },
};

export const sendsOnce: Check = {
  name: 'sends-once',
  text: 'Does not send an item again that was carried out',
  judge: ({ exchanges }) => {
    const texts = { missing: 'No row got a response.', right: 'Only other items were sent again.' };
    const sent = exchanges.filter(({ writes }) => writes.length > 0);
    // A client that did not wait for the response does not know what was carried out.
    const answered = sent.filter((one) => one.leftAt === undefined && !needsRepeat(one));
    return judgeEach(answered, texts, (one) => {
      const done = one.writes.filter((_, n) => (one.answer?.results[n]?.outcome ?? 'refused') !== 'refused');
      const again = sent.find(
        ({ number, writes }) =>
          number > one.number &&
          writes.some((write) => done.some((before) => isDeepStrictEqual(before, write))),
      );
      return (
        again &&
        failed(
          'An item was sent again although it was carried out. Send only those with "retryable": true.',
          [one, again],
        )
      );
    });
  },
};

export const isStored: Check = {
  name: 'is-stored',
  text: 'The newest content of each row is stored in the end',
  judge: async (evidence) => {
    const writes = evidence.exchanges.filter((one) => one.writes.length > 0);
    if (writes.length === 0) return notSeen('No row was sent.');
    const wrong = await wrongIn(evidence);
    return wrong.length === 0
      ? passed('The database has the newest content.')
      : failed(`In the database, ${wrong.slice(0, 3).join('; ')}.`, writes.slice(-20));
  },
};

export const sendsAll: Check = {
  name: 'sends-all',
  text: 'Sends the bookings of an erased person without that person',
  judge: ({ steps, during }) => {
    const last = steps.length - 1;
    const sent = new Set(during(last).flatMap(({ writes }) => writes.map(({ id }) => id)));
    if (sent.size === 0) return notSeen('No booking was sent after the erasure.');
    const unsent = rowsOf(steps.slice(last)).find(({ externalCourtBookingId: id }) => !sent.has(id!));
    return unsent
      ? failed(
          `${unsent.externalCourtBookingId} was not sent. The court is taken all the same: leave out only the participant.`,
        )
      : passed('Each booking was sent.');
  },
};

export const reportsRejections: Check = {
  name: 'reports-rejections',
  text: 'Shows each rejected row to staff once, and no other one',
  judge: ({ exchanges, copy, steps }) => {
    const rows = rowsOf(steps);
    const [wrong, good] = [true, false].map((isWrong) =>
      rows.filter((row) => (row.isWrong ?? false) === isWrong).map(idOf),
    ) as [string[], string[]];
    const sent = new Set(exchanges.flatMap(({ writes }) => writes.map(({ id }) => id)));
    if (sent.size === 0) return notSeen('No row was sent.');
    if (!copy?.rejected) return notSeen('The client did not report its rejected rows (PUT …/copy).');
    const reported = copy.rejected.filter((id) => wrong.includes(id) || good.includes(id));
    // A client that has stopped before has not seen all of them. Another check judges that.
    const hasFinished = good.every((id) => sent.has(id));
    const missing = wrong.filter((id) => !reported.includes(id) && (hasFinished || sent.has(id)));
    const rejected = exchanges.filter((one) =>
      rejectedWrites(one).some(({ write }) => missing.includes(write.id)),
    );
    if (missing.length > 0)
      return failed(
        `${missing.length} of ${wrong.length} rejected rows are not in "rejected" of the copy, such as ${missing[0]}. Nobody would notice that it is missing.`,
        rejected,
      );
    const extra = reported.find((id, n) => good.includes(id) || reported.indexOf(id) < n);
    if (extra === undefined) return passed(`All ${wrong.length} rejected rows were reported.`);
    const why = good.includes(extra) ? ', which is stored' : ' twice';
    return failed(`"rejected" of the copy contains ${extra}${why}.`);
  },
};

export const keepsPrecision: Check = {
  name: 'keeps-precision',
  text: 'Sends externalUpdatedAt with all its digits',
  judge: ({ exchanges, steps }) => {
    const writes = exchanges.flatMap(({ number, writes }) => writes.map((write) => ({ number, write })));
    if (writes.length === 0) return notSeen('No row was sent.');
    const rows = rowsOf(steps);
    for (const { number, write } of writes) {
      const row = rows.find(
        (one) => one.externalCourtBookingId === write.id && bookingWrite(one).content === write.content,
      );
      if (row && versionOf(row.externalUpdatedAt) !== write.version)
        return failed(
          `${write.id} was sent with another externalUpdatedAt than ${row.externalUpdatedAt}. Two changes in a millisecond become one version.`,
          [{ number }],
        );
    }
    const unsent = [...finalRows(rows)].find(
      ([id, row]) =>
        !writes.some(({ write }) => write.id === id && write.version === versionOf(row.externalUpdatedAt)),
    );
    return unsent
      ? failed(`The newest row of ${unsent[0]} was not sent.`)
      : passed('Each row was sent with its own version.', writes);
  },
};

export const keepsNewer: Check = {
  name: 'keeps-newer',
  text: 'Does not send old content as a newer version',
  judge: (evidence) => {
    const { exchanges, steps } = evidence;
    const newest = finalRows(rowsOf(steps));
    const stale = exchanges.filter((one) => rejectedWrites(one).length > 0);
    if (stale.length === 0)
      return unsentIsRight(evidence, 'No stale write was sent. Send all rows of the step.');
    const raised = exchanges.filter(({ writes }) =>
      writes.some(({ id, content, version = 0 }) => {
        const row = newest.get(id);
        return (
          row !== undefined && content !== bookingContent(row) && version >= versionOf(row.externalUpdatedAt)!
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
    const rows = rowsOf(steps);
    const known = new Set(rows.map((row) => row.externalCourtBookingId));
    const asked = new Set(rows.map((row) => `${row.externalCourtBookingId} ${bookingContent(row)}`));
    const writes = exchanges.filter((one) => one.writes.length > 0);
    if (writes.length === 0) return notSeen('No row was sent.');
    const parked = writes.filter((one) =>
      one.writes.some(
        ({ id, action, content }) => action === 'upsert' && known.has(id) && !asked.has(`${id} ${content}`),
      ),
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
