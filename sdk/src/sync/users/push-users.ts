import type { UserBatchItem } from '../../batches.generated.ts';
import { endRun } from '../failure.ts';
import { addRefusals, takeRefusals } from '../refusals.ts';
import { isId, iterable, nameOf, type Rows } from '../rows.ts';
import { type SendSettings, sendBatches, withReport } from '../send-batch.ts';
import { groupUsers, newUserReport, sendingUsers } from './group-users.ts';
import { refusalOf, type SourceUser, toWantedUser, withoutSharedAddresses } from './source-user.ts';
import { readUsersById, type StoredUser } from './stored-user.ts';
import type { PlannedUserChange, UserSyncRefusal, UserSyncReport, WantedUser } from './user-plan.ts';
import type { UserSyncClient } from './user-sync.ts';

/**
 * Sends changes that just happened in your system. All are sent first, without reading what is stored. Then those that were rejected because
 * of an address are sent again: users who exchange addresses go into one atomic batch.
 *
 * @param today `YYYY-MM-DD`, in UTC
 * @throws SyncError when the service does not respond, or rejects every call
 */
export async function pushUsers(
  items: Rows<UserBatchItem>,
  today: string,
  client: UserSyncClient,
  settings: SendSettings,
): Promise<UserSyncReport> {
  const refused: UserSyncRefusal[] = [];
  const wanted: WantedUser[] = [];
  const erased: string[] = [];
  let read = 0;
  // The last change of each user counts, because users have no version.
  const last = new Map<unknown, [UserBatchItem, number]>();
  for await (const given of iterable(items)) {
    const item = Object(given) as UserBatchItem;
    last.set(isId(item.externalUserId) ? item.externalUserId : read, [item, read]);
    read += 1;
  }
  for (const [item, position] of last.values()) {
    const { action, externalUserId } = item;
    const user = toWantedUser(item as SourceUser, today, position);
    const named = { externalUserId: nameOf(externalUserId, position), position };
    const refuse = (message: string) => refused.push(refusalOf(named, 'invalid_user', message));
    if (action !== 'upsert' && action !== 'erase') refuse('action must be upsert or erase.');
    else if (action === 'erase' && !isId(externalUserId)) refuse('externalUserId: Required.');
    else if (action === 'erase') erased.push(externalUserId);
    else if ('type' in user) refused.push(user);
    else wanted.push(user);
  }
  const users = withoutSharedAddresses(wanted, refused);
  const report = newUserReport({ read, refused: 0 }, refused);
  const send = async (changes: readonly PlannedUserChange[], stored: ReadonlyMap<string, StoredUser>) => {
    const packed = groupUsers(changes, stored);
    addRefusals(report, packed.refused);
    await sendBatches(packed, report, sendingUsers(client), settings);
  };

  // Erasures come first, because they free addresses. What is stored is not known.
  const changes: PlannedUserChange[] = [
    ...erased.map((externalUserId) => ({ action: 'erase', why: 'requested', externalUserId }) as const),
    ...users.map((user) => ({ action: 'update', why: 'differs', ...user }) as const),
  ];
  // Another user of the same call may have had the address.
  const isBlocked = ({ type }: UserSyncRefusal) => type === 'email_already_in_use' && changes.length > 1;
  const sendAll = async () => {
    await send(changes, new Map());
    const blocked = new Set(takeRefusals(report, isBlocked).map(({ externalUserId }) => externalUserId));
    // One that is left waits for no other.
    const toRead = blocked.size > 1 ? [...blocked] : [];
    const stored = await readUsersById(client, toRead, settings.signal).catch(endRun);
    await send(
      changes.filter(({ externalUserId }) => blocked.has(externalUserId)),
      stored,
    );
  };
  const counted = () => {
    report.rows.refused = report.refused.length;
    return { userReport: report };
  };
  const endEarly = withReport(() => {
    // They may still succeed, so they are not rejected.
    takeRefusals(report, isBlocked);
    return counted();
  });
  await sendAll().catch(endEarly);
  return counted().userReport;
}
