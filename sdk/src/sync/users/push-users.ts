import type { UserBatchItem } from '../../batch-users.ts';
import { endedBy } from '../failure.ts';
import { type SendSettings, sendBatches } from '../send-batch.ts';
import { groupUsers, sendingUsers } from './group-users.ts';
import { judgeWantedUser } from './make-user-plan.ts';
import { toWantedUser, withoutSharedAddresses } from './source-user.ts';
import { readUsersById } from './stored-user.ts';
import type { PlannedUserChange, UserSyncRefusal, UserSyncReport, WantedUser } from './user-plan.ts';
import type { UserSyncClient } from './user-sync.ts';

/**
 * Sends changes that just happened in your system, planned like a synchronization.
 *
 * @param today `YYYY-MM-DD`, in UTC
 * @throws SyncError when the service does not respond, or rejects every call
 */
export async function pushUsers(
  items: Iterable<UserBatchItem>,
  today: string,
  client: UserSyncClient,
  settings: SendSettings,
): Promise<UserSyncReport> {
  const refused: UserSyncRefusal[] = [];
  const wanted: WantedUser[] = [];
  const erased: string[] = [];
  for (const { item, position } of lastOfEach(items)) {
    if (item.action === 'erase') {
      erased.push(item.externalUserId);
      continue;
    }
    const user = toWantedUser(item, today, position);
    if ('type' in user) refused.push(user);
    else wanted.push(user);
  }
  const users = withoutSharedAddresses(wanted, refused);
  const ids = [...users.map(({ externalUserId }) => externalUserId), ...erased];
  const stored = await readUsersById(client, ids, settings.signal).catch((cause) => {
    throw endedBy(cause);
  });

  // An erasure is sent even if no user was found. The service then does nothing.
  const changes: PlannedUserChange[] = erased.map((externalUserId) => ({
    action: 'erase',
    why: 'requested',
    externalUserId,
  }));
  const differing = users.flatMap((user) => judgeWantedUser(user, stored.get(user.externalUserId)) ?? []);
  const packed = groupUsers([...changes, ...differing], stored);
  refused.push(...packed.refused);
  const unchanged = users.length - differing.length;
  const report: UserSyncReport = {
    ok: refused.length === 0,
    summary: { created: 0, updated: 0, erased: 0, unchanged, refused: refused.length },
    refused,
  };
  await sendBatches(packed, report, sendingUsers(client), settings);
  return report;
}

/** Returns the last change of each user, because users have no version. */
function lastOfEach(items: Iterable<UserBatchItem>): Iterable<{ item: UserBatchItem; position: number }> {
  const last = new Map<string, { item: UserBatchItem; position: number }>();
  let position = 0;
  for (const item of items) {
    last.set(item.externalUserId, { item, position });
    position += 1;
  }
  return last.values();
}
