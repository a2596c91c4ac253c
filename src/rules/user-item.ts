import type { Writing } from './court-booking-item.ts';
import { type CreationVerdict, judgeCreation } from './create-user.ts';
import { type ErasureVerdict, judgeErasureByExternalId } from './erase-user.ts';
import type { KnownUsers } from './known-users.ts';
import { judgeUserUpdate, type UserUpdateVerdict } from './update-user.ts';
import { judgeUserUpsert, type UserUpsertVerdict } from './upsert-user.ts';
import { changed, type NewUser, type StoredUser, type UserChanges } from './user.ts';

/** An item of a batch. */
export type UserBatchItem = ({ action: 'upsert' } & NewUser) | { action: 'erase'; externalUserId: string };

/** A single request, or an item of a batch. */
export type UserItem =
  | UserBatchItem
  | ({ action: 'create' } & NewUser)
  | { action: 'update'; userId: string; changes: UserChanges };

/** A creation or change that is not refused, with the user that is stored afterwards. */
export type WrittenUser =
  | { outcome: 'created'; user: StoredUser }
  | { outcome: 'updated'; before: StoredUser; changes: UserChanges; user: StoredUser }
  | { outcome: 'unchanged'; user: StoredUser };

type Refused<Verdict> = Extract<Verdict, { outcome: 'refused' }>;

/** The result of an item, by its action. */
export type UserResult<One extends Pick<UserItem, 'action'> = UserItem> = {
  create: WrittenUser | Refused<CreationVerdict>;
  upsert: WrittenUser | Refused<UserUpsertVerdict>;
  update: WrittenUser | Refused<UserUpdateVerdict>;
  erase: ErasureVerdict;
}[One['action']];

/** A result of an item that is not refused. */
export type DoneUser = Exclude<UserResult, { outcome: 'refused' }>;

type UserVerdict = CreationVerdict | UserUpsertVerdict | UserUpdateVerdict | ErasureVerdict;

/** Judges an item on its own. Returns what is stored afterwards. */
export const resultOfUser = <One extends UserItem>(known: KnownUsers, item: One, writing: Writing) =>
  writtenBy(known, item, judgeUser(known, item), writing) as UserResult<One>;

function judgeUser(known: KnownUsers, item: UserItem): UserVerdict {
  switch (item.action) {
    case 'create':
      return judgeCreation(known, fieldsOf(item));
    case 'upsert':
      return judgeUserUpsert(known, fieldsOf(item));
    case 'update':
      return judgeUserUpdate(known, item.userId, item.changes);
    case 'erase':
      return judgeErasureByExternalId(known, item.externalUserId);
  }
}

export const fieldsOf = ({ action: _, ...fields }: { action: string } & NewUser): NewUser => fields;

/** Returns the result of an item that was judged. */
export function writtenBy(
  { externalServiceId }: KnownUsers,
  item: UserItem,
  verdict: UserVerdict,
  { newId, now }: Writing,
): UserResult {
  if (verdict.outcome === 'updated')
    return { ...verdict, user: changed(verdict.before, verdict.changes, now()) };
  if (verdict.outcome !== 'created') return verdict;
  const { externalUserId, ...fields } = fieldsOf(item as { action: string } & NewUser);
  const user = {
    ...fields,
    id: newId(),
    managedById: externalServiceId,
    links: { [externalServiceId]: externalUserId },
    updatedAt: now(),
    isErased: false,
  };
  return { outcome: 'created', user };
}
