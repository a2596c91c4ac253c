import type { UserBatchItem } from '../../batches.generated.ts';
import { batchLimits } from '../../cut-into-batches.ts';
import { type Packed, packIntoBatches } from '../pack-into-batches.ts';
import type { Sending } from '../send-batch.ts';
import type { StoredUser } from './stored-user.ts';
import type { PlannedUserChange, UserRows, UserSyncRefusal, UserSyncReport } from './user-plan.ts';
import type { UserSyncClient } from './user-sync.ts';

/**
 * Orders the changes, and groups them into as few batches as possible. A change that frees an e-mail address comes before the change that
 * takes it. Users who take each other's addresses go into one atomic batch.
 */
export function groupUsers(
  changes: readonly PlannedUserChange[],
  stored: ReadonlyMap<string, StoredUser>,
): Packed<PlannedUserChange, UserSyncRefusal> {
  const freedBy = new Map<string, number>();
  for (const [index, change] of changes.entries()) {
    const email = stored.get(change.externalUserId)?.fields.email;
    if (email !== undefined && !(change.action !== 'erase' && change.send.email === email))
      freedBy.set(email, index);
  }
  const waitsFor = changes.map((change) => {
    const first = change.action === 'erase' ? undefined : freedBy.get(change.send.email);
    return first === undefined ? [] : [first];
  });
  return packIntoBatches(changes, { waitsFor, toItem, tooLarge });
}

function tooLarge(cycle: PlannedUserChange[]): UserSyncRefusal[] {
  const message =
    `It is one of ${cycle.length} members that exchange e-mail addresses, and a batch has at most ${batchLimits.items} items and 512 KiB. ` +
    'Give one of them another address in your system, synchronize, change it back, and synchronize again.';
  return cycle.map((change) => ({ ...identityOf(change), type: 'cycle_too_large', message, by: 'plan' }));
}

function toItem(change: PlannedUserChange): UserBatchItem {
  const { action, externalUserId } = change;
  return action === 'erase'
    ? { action, externalUserId }
    : { action: 'upsert', externalUserId, ...change.send };
}

/** Your id of the member, and its position if it is from the source. */
const identityOf = (change: PlannedUserChange) => ({
  externalUserId: change.externalUserId,
  ...('position' in change ? { position: change.position } : {}),
});

type UserOutcome = 'created' | 'updated' | 'unchanged' | 'erased';

/** How users are sent. */
export const sendingUsers = (
  client: UserSyncClient,
): Sending<PlannedUserChange, UserSyncRefusal, UserOutcome> => ({
  send: (changes, atomic, signal) =>
    client.batchUsers({ atomic, items: changes.map(toItem) }, { minimal: true, signal }),
  refusalOf: (change, error) => ({ ...identityOf(change), by: 'service', ...error }),
  temporary: 'email_already_in_use',
  message:
    'Not written, because a member with whom it exchanges e-mail addresses was rejected. Correct that one, and run again.',
});

/** The report of a run before its changes are sent. */
export const newUserReport = (
  rows: UserRows,
  refused: readonly UserSyncRefusal[],
  unchanged = 0,
): UserSyncReport => ({
  ok: refused.length === 0,
  summary: { created: 0, updated: 0, erased: 0, unchanged, refused: refused.length },
  rows: { ...rows },
  refused: [...refused],
});
