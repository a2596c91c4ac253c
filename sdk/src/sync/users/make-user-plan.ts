import type { Instant } from '../instant.ts';
import { groupUsers } from './group-users.ts';
import type { UserSourceContents } from './source-user.ts';
import type { StoredUser } from './stored-user.ts';
import type {
  PlannedUserChange,
  PlannedUserUpsert,
  UserFields,
  UserSyncPlan,
  UserSyncRefusal,
  WantedUser,
} from './user-plan.ts';

export interface UserReadings {
  source: UserSourceContents;
  /** All users that the external service manages. */
  stored: ReadonlyMap<string, StoredUser>;
  /** The time when the reading of the source began, minus the margin. */
  readAt: Instant;
  /** Whether members that the source lacks are erased. */
  erases: boolean;
}

/** Plans the changes that bring the platform to the state of the source. */
export function makeUserPlan({ source, stored, readAt, erases }: UserReadings): UserSyncPlan {
  const changes: PlannedUserChange[] = [];
  const refused: UserSyncRefusal[] = [...source.refused];
  let unchanged = 0;
  for (const wanted of source.wanted.values()) {
    const change = judgeWantedUser(wanted, stored.get(wanted.externalUserId));
    if (change) changes.push(change);
    else unchanged += 1;
  }
  const absent = [...stored.values()].filter(({ externalUserId }) => !source.named.has(externalUserId));
  if (erases)
    for (const user of absent) {
      const judged = judgeAbsent(user, source.hasUnnamed, readAt);
      if ('by' in judged) refused.push(judged);
      else changes.push(judged);
    }

  const packed = groupUsers(changes, stored);
  for (const one of packed.refused) refused.push(one);
  const count = (action: PlannedUserChange['action']) =>
    packed.changes.filter((one) => one.action === action).length;
  return {
    version: 1,
    readAt,
    summary: {
      create: count('create'),
      update: count('update'),
      erase: count('erase'),
      unchanged,
      refused: refused.length,
      source: source.rows,
      stored: stored.size,
      absent: absent.length,
    },
    rows: { read: source.rows, refused: refusedRows(refused) },
    changes: packed.changes,
    batches: packed.batches,
    refused,
  };
}

/** Counts the rows of the source among rejected members. The others are stored users that the source lacks. */
export const refusedRows = (refused: readonly UserSyncRefusal[]): number =>
  refused.filter(({ position }) => position !== undefined).length;

/** Returns the change that stores a member, or undefined if nothing differs. */
function judgeWantedUser(wanted: WantedUser, stored: StoredUser | undefined): PlannedUserUpsert | undefined {
  if (!stored) return { action: 'create', why: 'not_stored', ...wanted };
  const fields = Object.keys(wanted.send) as (keyof UserFields)[];
  const differs = fields.filter((field) => wanted.send[field] !== stored.fields[field]);
  return differs.length === 0 ? undefined : { action: 'update', why: 'differs', differs, ...wanted };
}

function judgeAbsent(
  { externalUserId, updatedAt }: StoredUser,
  hasUnnamed: boolean,
  readAt: Instant,
): PlannedUserChange | UserSyncRefusal {
  if (hasUnnamed) {
    const message =
      'The source lacks it, but has a row without an id, which may be this member. So it was not erased. Correct the row, and run again.';
    return { externalUserId, type: 'unclear_source', message, by: 'plan' };
  }
  if (updatedAt > readAt) {
    const message = `The source lacks it, but it was changed after the reading began (${readAt}), so it was not erased. The next run decides.`;
    return { externalUserId, type: 'newer_than_reading', message, by: 'plan' };
  }
  return { action: 'erase', why: 'absent', externalUserId };
}
