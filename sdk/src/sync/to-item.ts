import type { BatchItem } from '../batches.generated.ts';
import type { PlannedChange } from './sync-plan.ts';

export function toItem(change: PlannedChange): BatchItem {
  const { externalCourtBookingId } = change;
  return change.action === 'cancel'
    ? { action: 'cancel', externalCourtBookingId, ...change.send }
    : { action: 'upsert', externalCourtBookingId, ...change.send };
}
