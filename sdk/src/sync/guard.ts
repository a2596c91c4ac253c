import { SyncError } from './sync-error.ts';
import type { SyncPlan } from './sync-plan.ts';

/** Limits on the cancellations of a mirror. */
export interface CancellationGuards {
  /** The maximum number of cancellations in a run. Default: 50, or 15 % of the active bookings stored in the scope, whichever is more. */
  maxCancellations?: number | undefined;
  /** Lets a source without any booking in the scope cancel the stored ones. `maxCancellations` still applies. Default: false. */
  allowEmpty?: boolean | undefined;
}

/**
 * Protects a mirror from a source that was read only in part, or not at all.
 *
 * @throws SyncError of type `empty_source`, `too_many_cancellations`
 */
export function guard(plan: SyncPlan, { maxCancellations, allowEmpty = false }: CancellationGuards): void {
  const { cancel, source, stored } = plan.summary;
  if (cancel === 0) return;
  const fields = { plan, cancellations: plan.changes.filter(({ action }) => action === 'cancel') };
  if (source === 0 && !allowEmpty) {
    const message =
      `The source has no booking in the scope, but ${stored} are stored. Nothing was cancelled. ` +
      'If that is right, set allowEmpty.';
    throw new SyncError('empty_source', message, fields);
  }
  const most = maxCancellations ?? Math.max(50, Math.floor(stored * 0.15));
  if (cancel <= most) return;
  const message =
    `The source lacks ${cancel} of ${stored} stored bookings, but a run may cancel only ${most}. Nothing was written. ` +
    'Check the list (cancellations). If it is right, raise maxCancellations.';
  throw new SyncError('too_many_cancellations', message, fields);
}
