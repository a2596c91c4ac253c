import type { BatchItem } from '../batch.ts';
import { endedBy } from './failure.ts';
import { groupIntoBatches } from './group-into-batches.ts';
import { type Instant, toInstant } from './instant.ts';
import { judgeWanted } from './judge-booking.ts';
import { readEach } from './read-stored.ts';
import { type SendSettings, sendBatches } from './send-batch.ts';
import { sendingBookings } from './send-bookings.ts';
import { toWanted } from './source-booking.ts';
import { type StoredBooking, toStored } from './stored-booking.ts';
import type { SyncClient } from './sync-client.ts';
import type { PlannedChange, Scope, SyncRefusal, SyncReport, WantedBooking } from './sync-plan.ts';

/** A live change: a booking as it is now, or the time at which it was cancelled. */
type Live = { wanted: WantedBooking } | { cancelledAt: Instant };

/**
 * Sends changes that just happened in your system, planned like a synchronization. Bookings that exchange places go into one atomic batch,
 * and a booking that frees a place goes before the one that takes it.
 *
 * @throws SyncError when the service does not respond, or rejects every call
 */
export async function pushChanges(
  items: Iterable<BatchItem>,
  scope: Scope,
  client: SyncClient,
  settings: SendSettings,
): Promise<SyncReport> {
  const refused: SyncRefusal[] = [];
  const live = newestOf(items, refused);
  const stored = new Map<string, StoredBooking>();
  await readEach(client, [...live.keys()], settings.signal, (read) =>
    stored.set(read.externalCourtBookingId, toStored(read)),
  ).catch((cause) => {
    throw endedBy(cause);
  });

  const changes: PlannedChange[] = [];
  let unchanged = 0;
  for (const [externalCourtBookingId, change] of live) {
    if ('cancelledAt' in change) {
      const send = { externalUpdatedAt: change.cancelledAt };
      changes.push({ action: 'cancel', why: 'absent', externalCourtBookingId, send });
      continue;
    }
    const judged = judgeWanted(change.wanted, stored.get(externalCourtBookingId), scope);
    if (!judged) unchanged += 1;
    else if ('by' in judged) refused.push(judged);
    else changes.push(judged);
  }

  const packed = groupIntoBatches(changes, stored);
  refused.push(...packed.refused);
  const report: SyncReport = {
    ok: refused.length === 0,
    summary: { created: 0, updated: 0, cancelled: 0, replayed: 0, unchanged, refused: refused.length },
    refused,
  };
  await sendBatches(packed, report, sendingBookings(client), settings);
  return report;
}

/** Returns the newest change of each booking. As in the service, a cancellation wins a tie. */
function newestOf(items: Iterable<BatchItem>, refused: SyncRefusal[]): Map<string, Live> {
  const newest = new Map<string, Live>();
  for (const item of items) {
    const { externalCourtBookingId } = item;
    const change = toLive(item);
    if (typeof change === 'string') {
      refused.push({ externalCourtBookingId, type: 'invalid_booking', message: change, by: 'plan' });
      continue;
    }
    const before = newest.get(externalCourtBookingId);
    const isNewer = !before || versionOf(change) > versionOf(before);
    const isTied = before !== undefined && versionOf(change) === versionOf(before);
    if (isNewer || (isTied && 'cancelledAt' in change)) newest.set(externalCourtBookingId, change);
  }
  return newest;
}

const versionOf = (change: Live): Instant =>
  'wanted' in change ? change.wanted.externalUpdatedAt : change.cancelledAt;

/** Normalizes a change, or returns why it cannot be read. */
function toLive(item: BatchItem): Live | string {
  if (item.action === 'upsert') {
    const wanted = toWanted(item);
    return typeof wanted === 'string' ? wanted : { wanted };
  }
  const cancelledAt = toInstant(item.externalUpdatedAt);
  if (!cancelledAt) return 'externalUpdatedAt must be a date-time with an offset (RFC 3339), or a Date.';
  return { cancelledAt };
}
