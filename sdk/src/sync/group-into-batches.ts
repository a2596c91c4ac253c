import { findBlockingBookings } from './blocking-bookings.ts';
import { components } from './components.ts';
import type { StoredBooking } from './stored-booking.ts';
import type { PlannedChange, SyncPlan, SyncRefusal } from './sync-plan.ts';
import { toItem } from './to-item.ts';

/** The documented limits of a batch; `courts` applies to atomic batches. `bytes` leaves room for the JSON around the items. */
export const batchLimits = { items: 200, bytes: 512 * 1024 - 64, courts: 50 };

/**
 * Orders the changes, and groups them into as few batches as possible. A change that frees a place comes before the change that takes it.
 * Changes that take each other's places go into one atomic batch.
 */
export function groupIntoBatches(
  changes: readonly PlannedChange[],
  stored: ReadonlyMap<string, StoredBooking>,
): Pick<SyncPlan, 'changes' | 'batches' | 'refused'> {
  const inTheWay = findBlockingBookings(changes, stored);
  // A round has plain batches, followed by cycles. A change belongs to the first round in which all changes before it are done.
  const rounds: { plain: number[]; cycles: number[][] }[] = [];
  const roundOf: number[] = [];
  const isInCycle: boolean[] = [];
  for (const members of components(inTheWay)) {
    const isCycle = members.length > 1;
    let round = 0;
    for (const before of members.flatMap((member) => inTheWay[member]!)) {
      const isAfterCycle = isInCycle[before] && !isCycle;
      round = Math.max(round, (roundOf[before] ?? 0) + (isAfterCycle ? 1 : 0));
    }
    for (const member of members) {
      roundOf[member] = round;
      isInCycle[member] = isCycle;
    }
    rounds[round] ??= { plain: [], cycles: [] };
    if (isCycle) rounds[round]!.cycles.push(members);
    else rounds[round]!.plain.push(...members);
  }

  const packed: Pick<SyncPlan, 'changes' | 'batches' | 'refused'> = { changes: [], batches: [], refused: [] };
  const add = (atomic: boolean, batch: PlannedChange[]) => {
    packed.batches.push({ atomic, size: batch.length });
    packed.changes.push(...batch);
  };
  for (const { plain, cycles } of rounds) {
    for (const batch of cut(plain.map((index) => changes[index]!))) add(false, batch);
    for (const members of cycles) {
      const cycle = members.map((index) => changes[index]!);
      if (isOneBatch(cycle)) add(true, cycle);
      else packed.refused = packed.refused.concat(tooLarge(cycle));
    }
  }
  return packed;
}

const encoder = new TextEncoder();
const bytesOf = (change: PlannedChange) => encoder.encode(JSON.stringify(toItem(change))).length + 1;

function cut(changes: PlannedChange[]): PlannedChange[][] {
  const batches: PlannedChange[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const size = bytesOf(change);
    bytes += size;
    if (bytes > batchLimits.bytes || batches.at(-1)!.length === batchLimits.items) {
      batches.push([]);
      bytes = size;
    }
    batches.at(-1)!.push(change);
  }
  return batches;
}

function isOneBatch(cycle: PlannedChange[]): boolean {
  const courts = new Set(cycle.map((change) => 'courtId' in change.send && change.send.courtId));
  const bytes = cycle.reduce((sum, change) => sum + bytesOf(change), 0);
  return cycle.length <= batchLimits.items && courts.size <= batchLimits.courts && bytes <= batchLimits.bytes;
}

function tooLarge(cycle: PlannedChange[]): SyncRefusal[] {
  const message =
    `It is one of ${cycle.length} bookings that exchange places, and a batch has at most ${batchLimits.items} of them, ` +
    `${batchLimits.courts} courts and 512 KiB. Move one of them to a free place in your system, synchronize, ` +
    'move it back, and synchronize again.';
  return cycle.map(({ externalCourtBookingId }) => ({
    externalCourtBookingId,
    type: 'cycle_too_large',
    message,
    by: 'plan',
  }));
}
