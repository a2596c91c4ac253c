import { ApiError } from './api-error.ts';
import { createUser, type NewUser } from './create-user.ts';
import { isOpen } from './read-user.ts';
import { changesOf, updateUser } from './update-user.ts';
import type { By, ExternalService, User, World } from './world.ts';

export type UpsertedUser = { outcome: 'created' | 'updated' | 'unchanged'; user: User };

/**
 * Creates the user with an external id, or updates the user that is linked to it.
 *
 * @throws ApiError `user_access_denied`, `user_not_managed`, `email_already_in_use`
 */
export function upsertUser(
  world: World,
  externalService: ExternalService,
  upsert: NewUser,
  by: By,
): UpsertedUser {
  const { user, changed } = judgeUser(world, externalService, upsert);
  if (!user)
    return {
      outcome: 'created',
      user: createUser(world, externalService, upsert, by).user,
    };
  if (Object.keys(changed).length === 0) return { outcome: 'unchanged', user };
  updateUser(world, user, changed, by);
  return { outcome: 'updated', user };
}

/**
 * Finds the linked user, and what would change, except that the address is not checked.
 *
 * @throws ApiError `user_access_denied`, `user_not_managed`
 */
export function judgeUser(
  world: World,
  externalService: ExternalService,
  { externalUserId, ...fields }: NewUser,
): { user: User | undefined; changed: ReturnType<typeof changesOf> } {
  const user = world.users.get(externalService.links.get(externalUserId) ?? '');
  if (!user) return { user, changed: {} };
  if (!isOpen(user, externalService)) throw new ApiError('user_access_denied');
  const changed = changesOf(user, fields);
  if (Object.keys(changed).length > 0 && user.managedBy !== externalService)
    throw new ApiError('user_not_managed');
  return { user, changed };
}
