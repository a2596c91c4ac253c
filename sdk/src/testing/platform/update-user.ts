import { ApiError } from './api-error.ts';
import { announceUser, type NewUser } from './create-user.ts';
import { findByEmail, isOpen } from './read-user.ts';
import type { By, ExternalService, User, World } from './world.ts';

/** Missing fields are kept. `null` clears a field. */
export type UserChanges = Partial<NewUser> & {
  gender?: string | null;
  mainSportType?: string | null;
  playingHand?: string | null;
};

/**
 * Changes a user. If nothing differs, nothing is written.
 *
 * @throws ApiError `email_already_in_use`, then `external_user_id_already_in_use`
 */
export function updateUser(
  world: World,
  user: User,
  { externalUserId, ...fields }: UserChanges,
  by: By,
): void {
  const { links } = user.managedBy;
  const link = [...links].find(([, userId]) => userId === user.id)?.[0];
  const changed = changesOf(user, fields);
  const isLinkedAnew = externalUserId !== undefined && externalUserId !== link;
  if (Object.keys(changed).length === 0 && !isLinkedAnew) return;
  const { email } = changed;
  if (email !== undefined && findByEmail(world, email)) throw new ApiError('email_already_in_use');
  if (isLinkedAnew && links.has(externalUserId)) throw new ApiError('external_user_id_already_in_use');
  if (isLinkedAnew) {
    links.delete(link ?? '');
    links.set(externalUserId, user.id);
  }
  writeUser(world, user, changed, by);
}

/** Writes the fields that `changesOf` returned, without any check. */
export function writeUser(
  world: World,
  user: User,
  changed: ReturnType<typeof changesOf>,
  by: By,
  at = world.clock.next(),
): void {
  if (changed.email !== undefined && user.email !== undefined) user.formerEmails.push(user.email);
  Object.assign(user, changed, { updatedAt: at });
  announceUser(world, user, 'user.updated', by);
}

/** Returns the fields whose values differ from those of a user. A cleared field is undefined. */
export function changesOf(user: User, fields: Omit<UserChanges, 'externalUserId'>) {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, value]) => [field, value ?? undefined] as const)
      .filter(([field, value]) => user[field as 'birthday'] !== value),
  );
}

/**
 * Returns a user that the external service may change.
 *
 * @param orErased also finds an erased user
 * @throws ApiError `user_access_denied` (for an unknown user and for one without access), `user_not_managed`
 */
export function findForChange(
  world: World,
  externalService: ExternalService,
  userId: string,
  orErased = false,
): User {
  const user = world.users.get(userId);
  if (user?.managedBy === externalService && (orErased || !user.isErased)) return user;
  if (user && isOpen(user, externalService)) throw new ApiError('user_not_managed');
  throw new ApiError('user_access_denied', {
    message:
      'The external service may not change this user, because it neither manages the user nor was granted access, or the user does not exist. Check the id, or ask an operator for access.',
  });
}
