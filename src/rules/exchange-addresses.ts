import type { Writing } from './court-booking-item.ts';
import type { KnownUsers } from './known-users.ts';
import { changed } from './user.ts';
import type { WrittenUser } from './user-item.ts';

/** Gives each of two users the e-mail address of the other. Undefined if one is unknown or erased. */
export function resultsOfExchange(
  known: KnownUsers,
  [oneId, otherId]: readonly [string, string],
  { now }: Writing,
): WrittenUser[] | undefined {
  const [one, other] = [known.user(oneId), known.user(otherId)];
  if (!one || !other || one.isErased || other.isErased) return undefined;
  const at = now();
  return [
    [one, other.email],
    [other, one.email],
  ].map(([user, email]) => {
    const before = user as typeof one;
    const changes = { email: email as string };
    return { outcome: 'updated', before, changes, user: changed(before, changes, at) };
  });
}
