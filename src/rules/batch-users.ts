import type { Writing } from './court-booking-item.ts';
import { judgeErasureByExternalId } from './erase-user.ts';
import type { KnownUsers } from './known-users.ts';
import type { Rejection } from './rejection.ts';
import { judgeUserUpsertExceptAddress, takesAddress, type userUpsertErrors } from './upsert-user.ts';
import {
  type DoneUser,
  fieldsOf,
  resultOfUser,
  type UserBatchItem,
  type UserItem,
  type UserResult,
  writtenBy,
} from './user-item.ts';
import { WorkingUsers } from './working-users.ts';

/** Judges each item as if it were sent alone, in the given order. */
export function judgeUsersInOrder<One extends UserItem>(
  known: KnownUsers,
  items: readonly One[],
  writing: Writing,
): UserResult<One>[] {
  const state = new WorkingUsers(known);
  return items.map((item) => {
    const result = resultOfUser(state, item, writing);
    state.apply(result as UserResult);
    return result;
  });
}

/** An item of an atomic batch that violates a rule, by its position. */
export interface RefusedUserItem {
  index: number;
  rejection: Rejection<(typeof userUpsertErrors)[number]>;
}

/**
 * Judges all items together: either all are carried out or none. Users are erased first. The addresses are checked in the
 * final state, so users can exchange them. Each external id occurs once.
 *
 * @returns the result of each item, or every item that violates a rule, in their order
 */
export function judgeUsersAtomically(
  known: KnownUsers,
  items: readonly UserBatchItem[],
  { newId, now }: Writing,
): { results: DoneUser[] } | { refused: RefusedUserItem[] } {
  const verdicts = items.map((item) =>
    item.action === 'erase'
      ? judgeErasureByExternalId(known, item.externalUserId)
      : judgeUserUpsertExceptAddress(known, fieldsOf(item)),
  );

  /** Users whose stored address is free afterwards, unless another item takes it. */
  const leaving = new Map<string, 'erased' | 'updated'>();
  for (const verdict of verdicts)
    if (verdict.outcome === 'erased' || (verdict.outcome === 'updated' && takesAddress(verdict)))
      leaving.set(verdict.before.id, verdict.outcome);
  const placed = items.flatMap((item, index) =>
    item.action === 'upsert' && ['created', 'updated'].includes(verdicts[index]!.outcome)
      ? { index, email: item.email }
      : [],
  );
  const refused = verdicts.flatMap((verdict, index): RefusedUserItem | [] => {
    if (verdict.outcome === 'refused') return { index, rejection: verdict.rejection };
    const place = placed.find((one) => one.index === index);
    if (!place) return [];
    const owner = takesAddress(verdict) ? known.ownerOf(place.email) : undefined;
    const isTaken = owner !== undefined && !leaving.has(owner);
    const isWantedTwice = placed.some((other) => other !== place && other.email === place.email);
    if (!isTaken && !isWantedTwice) return [];
    const ownerId = owner !== undefined && leaving.get(owner) !== 'erased' ? owner : undefined;
    return { index, rejection: { error: 'email_already_in_use', ownerId } };
  });
  if (refused.length > 0) return { refused };

  const at = now();
  const writing = { newId, now: () => at };
  const results = items.map((item, index) => writtenBy(known, item, verdicts[index]!, writing));
  return { results: results as DoneUser[] };
}
