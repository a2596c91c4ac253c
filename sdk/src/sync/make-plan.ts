import { findBlockingBookings } from './blocking-bookings.ts';
import { groupIntoBatches } from './group-into-batches.ts';
import { type Instant, instantBefore } from './instant.ts';
import { judgeWanted, refusalOf } from './judge-booking.ts';
import { isInScope } from './scope.ts';
import type { SourceContents } from './source-booking.ts';
import { isActive, type StoredBooking } from './stored-booking.ts';
import type { PlannedChange, Scope, SyncMode, SyncPlan, SyncRefusal } from './sync-plan.ts';

export interface Readings {
  mode: SyncMode;
  scope: Scope;
  source: SourceContents;
  /** All stored bookings in the scope, and at least those outside that the source has inside. */
  stored: ReadonlyMap<string, StoredBooking>;
  /** The time when the reading of both sides began, by the source's clock, minus the margin. */
  readAt: Instant;
  /** The version with which a missing booking is cancelled: the time of the reading, or the stored version. */
  cancelAs: 'reading' | 'stored';
}

/** Plans the changes that bring the platform to the state of the source. */
export function makePlan(readings: Readings): SyncPlan {
  const { mode, scope, source, stored, readAt } = readings;
  const changes: PlannedChange[] = [];
  const refused: SyncRefusal[] = [...source.refused];
  const take = (judged: PlannedChange | SyncRefusal | undefined) => {
    if (judged) (isRefusal(judged) ? refused : changes).push(judged as never);
    return !judged;
  };
  const before = [...stored.values()].filter((one) => isActive(one) && isInScope(scope, one));
  const wanted = [...source.wanted.values()];
  const unchanged = wanted.filter((one) =>
    take(judgeWanted(one, stored.get(one.externalCourtBookingId), scope)),
  );
  if (mode === 'mirror') for (const one of before) take(judgeStored(one, readings));

  const packed = groupIntoBatches(changes, findBlockingBookings(changes, stored));
  for (const one of packed.refused) refused.push(one);
  const count = (action: PlannedChange['action']) =>
    packed.changes.filter((one) => one.action === action).length;
  return {
    version: 1,
    mode,
    scope,
    readAt,
    summary: {
      create: count('create'),
      update: count('update'),
      cancel: count('cancel'),
      unchanged: unchanged.length,
      refused: refused.length,
      source: source.wanted.size,
      stored: before.length,
    },
    changes: packed.changes,
    batches: packed.batches,
    refused,
  };
}

const isRefusal = (judged: PlannedChange | SyncRefusal): judged is SyncRefusal => 'by' in judged;

/**
 * Decides what a mirror does with a stored booking. It stays if the source has it in the scope, or has it in a form that cannot be read.
 */
function judgeStored(
  stored: StoredBooking,
  { source: { named, outside }, readAt, cancelAs }: Readings,
): PlannedChange | SyncRefusal | undefined {
  const { externalCourtBookingId, externalUpdatedAt } = stored;
  const elsewhereSince = outside.get(externalCourtBookingId);
  if (elsewhereSince !== undefined && elsewhereSince > externalUpdatedAt) {
    // The version outside the scope is still accepted, and all older ones are rejected.
    const send = { externalUpdatedAt: instantBefore(elsewhereSince) };
    return { action: 'cancel', why: 'moved_out', externalCourtBookingId, send };
  }
  if (named.has(externalCourtBookingId)) return undefined;
  if (externalUpdatedAt > readAt) {
    const message = `The source lacks it, but it was written after the reading began (${readAt}), so it was kept. The next run decides.`;
    return refusalOf('newer_than_reading', message, stored);
  }
  const stamp = cancelAs === 'stored' ? externalUpdatedAt : readAt;
  return { action: 'cancel', why: 'absent', externalCourtBookingId, send: { externalUpdatedAt: stamp } };
}
