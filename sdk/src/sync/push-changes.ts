import type { BatchItem } from '../batches.generated.ts';
import type { CourtBooking } from '../operations.generated.ts';
import { findBlockingBookings } from './blocking-bookings.ts';
import { faultOfId, faultOfTime } from './booking-fields.ts';
import { endRun } from './failure.ts';
import { groupIntoBatches } from './group-into-batches.ts';
import { toInstant } from './instant.ts';
import { judgeWanted } from './judge-booking.ts';
import { readEach } from './read-stored.ts';
import { addRefusals, takeRefusals } from './refusals.ts';
import { isId, iterable, nameOf, type Rows } from './rows.ts';
import { type SendSettings, sendBatches, withReport } from './send-batch.ts';
import { newReport, sendingBookings } from './send-bookings.ts';
import { toWanted } from './source-booking.ts';
import { type StoredBooking, toStored } from './stored-booking.ts';
import type { SyncClient } from './sync-client.ts';
import type { PlannedChange, Scope, SyncRefusal, SyncReport } from './sync-plan.ts';

/** The service lists at most this many bookings that occupy a place. */
const listedConflicts = 10;

/**
 * Sends changes that just happened in your system. All are sent first, without reading what is stored, so that the service has the newest
 * version of each. Then those that were rejected because of another one are sent again: bookings that exchange places go into one atomic
 * batch, and a booking that frees a place goes before the one that takes it.
 *
 * @throws SyncError when the service does not respond, or rejects every call
 */
export async function pushChanges(
  items: Rows<BatchItem>,
  scope: Scope,
  client: SyncClient,
  settings: SendSettings,
): Promise<SyncReport> {
  const refused: SyncRefusal[] = [];
  const live = await newestOf(items, refused);
  const report = newReport(refused);
  const send = async (changes: readonly PlannedChange[], waitsFor: readonly (readonly number[])[]) => {
    const packed = groupIntoBatches(changes, waitsFor);
    addRefusals(report, packed.refused);
    await sendBatches(packed, report, sendingBookings(client), settings);
  };

  const sendAll = async () => {
    // By name, `cancel` comes before `update`. Cancellations free places.
    const changes = [...live.values()].sort((one, other) => one.action.localeCompare(other.action));
    const inAnyOrder = changes.map(() => []);
    await send(changes, inAnyOrder);
    await judgeConflicts(report, live, scope, client, settings.signal);

    const blocked = takeBlocked(report, live);
    const again = changes.filter((change) => blocked.has(idOf(change)));
    await send(again, await findOrder(again, blocked, client, settings.signal));
  };
  const endEarly = withReport(() => {
    // They may still succeed, so they are not rejected.
    takeBlocked(report, live);
    return { report };
  });
  await sendAll().catch(endEarly);
  return report;
}

/**
 * Reads the bookings that were rejected with `version_conflict`. The content of some is the stored one, apart from people who were erased
 * since, and an operator has cancelled others.
 */
async function judgeConflicts(
  report: SyncReport,
  live: ReadonlyMap<string, PlannedChange>,
  scope: Scope,
  client: SyncClient,
  signal: AbortSignal | undefined,
): Promise<void> {
  const inConflict = takeRefusals(report, ({ type }) => type === 'version_conflict');
  const stored = await read(client, inConflict.map(idOf), signal);
  for (const refusal of inConflict) {
    const change = live.get(idOf(refusal))!;
    const booking = stored.get(idOf(refusal));
    const judged =
      booking && change.action !== 'cancel'
        ? judgeWanted({ externalCourtBookingId: idOf(refusal), ...change.send }, booking, scope)
        : refusal;
    if (!judged) report.summary.unchanged += 1;
    else addRefusals(report, ['by' in judged ? { ...judged, by: 'service' } : refusal]);
  }
}

/** Takes out the rejections of bookings whose place another booking of the same call occupied. Returns what occupied each. */
function takeBlocked(
  report: SyncReport,
  live: ReadonlyMap<string, PlannedChange>,
): Map<string, NonNullable<SyncRefusal['conflicts']>> {
  const taken = takeRefusals(
    report,
    ({ type, conflicts = [] }) =>
      type === 'court_booking_overlap' && conflicts.some((one) => live.has(`${one.externalCourtBookingId}`)),
  );
  return new Map(taken.map((one) => [idOf(one), one.conflicts ?? []]));
}

/** Finds the changes that must be carried out before each change (by index). */
async function findOrder(
  changes: readonly PlannedChange[],
  blocked: ReturnType<typeof takeBlocked>,
  client: SyncClient,
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  const isCut = [...blocked.values()].some(({ length }) => length >= listedConflicts);
  if (isCut) return findBlockingBookings(changes, await read(client, [...blocked.keys()], signal));
  const indexes = new Map(changes.map((change, index) => [idOf(change), index]));
  return changes.map((change) =>
    blocked.get(idOf(change))!.flatMap((one) => indexes.get(`${one.externalCourtBookingId}`) ?? []),
  );
}

const idOf = ({ externalCourtBookingId }: { externalCourtBookingId: string }) => externalCourtBookingId;

async function read(
  client: SyncClient,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, StoredBooking>> {
  const stored = new Map<string, StoredBooking>();
  const take = (booking: CourtBooking) => stored.set(idOf(booking), toStored(booking));
  await readEach(client, ids, signal, take).catch(endRun);
  return stored;
}

/** Returns the newest change of each booking. As in the service, a cancellation wins a tie. */
async function newestOf(items: Rows<BatchItem>, refused: SyncRefusal[]): Promise<Map<string, PlannedChange>> {
  const newest = new Map<string, PlannedChange>();
  let position = 0;
  for await (const given of iterable(items)) {
    const item = Object(given) as BatchItem;
    const { externalCourtBookingId } = item;
    const change = toChange(item);
    const name = nameOf(externalCourtBookingId, position++);
    if (typeof change === 'string') {
      refused.push({ externalCourtBookingId: name, type: 'invalid_booking', message: change, by: 'plan' });
      continue;
    }
    const version = change.send.externalUpdatedAt;
    const before = newest.get(externalCourtBookingId)?.send.externalUpdatedAt ?? '';
    if (version > before || (version === before && change.action === 'cancel'))
      newest.set(externalCourtBookingId, change);
  }
  return newest;
}

/** Normalizes a change, or returns why it cannot be read. What is stored is not known. */
function toChange(item: BatchItem): PlannedChange | string {
  const { action, externalCourtBookingId } = item;
  // A typing error must not cancel a booking.
  if (action !== 'upsert' && action !== 'cancel') return 'action must be upsert or cancel.';
  if (!isId(externalCourtBookingId)) return faultOfId;
  if (action === 'upsert') {
    const wanted = toWanted(item);
    if (typeof wanted === 'string') return wanted;
    const { externalCourtBookingId, ...send } = wanted;
    return { action: 'update', why: 'newer', externalCourtBookingId, send };
  }
  const externalUpdatedAt = toInstant(item.externalUpdatedAt);
  if (!externalUpdatedAt) return faultOfTime('externalUpdatedAt');
  return { action, why: 'absent', externalCourtBookingId, send: { externalUpdatedAt } };
}
