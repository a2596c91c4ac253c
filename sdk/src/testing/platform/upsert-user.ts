import { ApiError } from './api-error.ts';
import { createUser, type NewUser } from './create-user.ts';
import { isOpen } from './read-user.ts';
import { changesOf, updateUser } from './update-user.ts';
import type { By, ExternalService, User, World } from './world.ts';

/**
 * Creates the user with an external id, or updates the user that is linked to it.
 *
 * @throws ApiError `user_access_denied`, `user_not_managed`, `email_already_in_use`
 */
export function upsertUser(
  world: World,
  externalService: ExternalService,
  { externalUserId, ...fields }: Omit<NewUser, 'birthday'> & { birthday?: string | null },
  by: By,
): { created: boolean; user: User } {
  const user = world.users.get(externalService.links.get(externalUserId) ?? '');
  if (!user) {
    const { birthday, ...others } = fields;
    return createUser(
      world,
      externalService,
      { externalUserId, ...others, ...(birthday && { birthday }) },
      by,
    );
  }
  if (!isOpen(user, externalService)) throw new ApiError('user_access_denied');
  if (user.managedBy === externalService) updateUser(world, user, fields, by);
  else if (Object.keys(changesOf(user, fields)).length > 0) throw new ApiError('user_not_managed');
  return { created: false, user };
}
