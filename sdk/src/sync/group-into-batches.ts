import type { BatchItem } from '../batches.generated.ts';
import { batchLimits } from '../cut-into-batches.ts';
import { packIntoBatches } from './pack-into-batches.ts';
import type { PlannedChange, SyncPlan, SyncRefusal } from './sync-plan.ts';

/** The documented limit of an atomic batch. */
export const maxCourts = 50;

/**
 * Orders the changes, and groups them into as few batches as possible. Changes that take each other's places go into one atomic batch.
 *
 * @param waitsFor for each change (by index), the changes that have to be made before it
 */
export const groupIntoBatches = (
  changes: readonly PlannedChange[],
  waitsFor: readonly (readonly number[])[],
): Pick<SyncPlan, 'changes' | 'batches' | 'refused'> =>
  packIntoBatches(changes, {
    waitsFor,
    toItem,
    isAllowed: (cycle) => courtsOf(cycle).size <= maxCourts,
    tooLarge,
  });

export const toItem = ({ action, externalCourtBookingId, send }: PlannedChange) =>
  ({ action: action === 'cancel' ? action : 'upsert', externalCourtBookingId, ...send }) as BatchItem;

const courtsOf = (cycle: PlannedChange[]) =>
  new Set(cycle.map((change) => 'courtId' in change.send && change.send.courtId));

function tooLarge(cycle: PlannedChange[]): SyncRefusal[] {
  const message =
    `It is one of ${cycle.length} bookings that exchange places, and a batch has at most ${batchLimits.items} of them, ` +
    `${maxCourts} courts and 512 KiB. Move one of them to a free place in your system, synchronize, ` +
    'move it back, and synchronize again.';
  return cycle.map(({ externalCourtBookingId }) => ({
    externalCourtBookingId,
    type: 'cycle_too_large',
    message,
    by: 'plan',
  }));
}
