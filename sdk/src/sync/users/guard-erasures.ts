import { SyncError } from '../sync-error.ts';
import type { UserSyncPlan } from './user-plan.ts';
import type { ErasureGuards } from './user-sync.ts';

/**
 * Protects users from a source that was read only in part, or not at all.
 *
 * @throws SyncError of type `invalid_options`, `empty_source`, `too_many_erasures`
 */
export function guardErasures(plan: UserSyncPlan, { maxErase, allowEmpty = false }: ErasureGuards): void {
  const erasures = plan.changes.filter((change) => change.action === 'erase');
  if (erasures.length === 0) return;
  if (maxErase === undefined) {
    throw new SyncError('invalid_options', 'The plan erases users. Set maxErase to permit that.');
  }
  const { source, stored } = plan.summary;
  const fields = { userPlan: plan, erasures };
  if (source === 0 && !allowEmpty) {
    const message =
      `The source has no member, but ${stored} users are stored. Nobody was erased. ` +
      'If that is right, set allowEmpty.';
    throw new SyncError('empty_source', message, fields);
  }
  if (erasures.length <= maxErase) return;
  const message =
    `The source lacks ${erasures.length} of ${stored} stored users, but a run may erase only ${maxErase}. Nothing was written. ` +
    'Check the list (erasures). If it is right, raise maxErase.';
  throw new SyncError('too_many_erasures', message, fields);
}
