import { formatInstant } from '../../../../src/rules/instant.ts';
import { announce } from './announce.ts';
import { ApiError } from './api-error.ts';
import { findByEmail, servicesOf, toUser } from './read-user.ts';
import type { By, ExternalService, User, World } from './world.ts';

export interface NewUser {
  email: string;
  externalUserId: string;
  firstName: string;
  lastName: string;
  /** `null`: none. In an update, a birthday that is left out is kept. */
  birthday?: string | null;
}

/**
 * Creates a user that is linked to the external service and managed by it. If the same pair of address and id is already linked, returns
 * the stored user.
 *
 * @throws ApiError `email_already_in_use`, `external_user_id_already_in_use`
 */
export function createUser(
  world: World,
  externalService: ExternalService,
  { externalUserId, ...fields }: NewUser,
  by: By,
  id = world.newId(),
): { created: boolean; user: User } {
  const linked = world.users.get(externalService.links.get(externalUserId) ?? '');
  if (linked?.email === fields.email) return { created: false, user: linked };
  if (findByEmail(world, fields.email)) throw new ApiError('email_already_in_use');
  if (linked) throw new ApiError('external_user_id_already_in_use');
  const user = writeNewUser(world, externalService, { externalUserId, ...fields }, by, { id });
  return { created: true, user };
}

/** Creates a user, without any check. */
export function writeNewUser(
  world: World,
  externalService: ExternalService,
  { externalUserId, birthday, ...fields }: NewUser,
  by: By,
  { id = world.newId(), at = world.clock.next() }: { id?: string; at?: string },
): User {
  const user: User = {
    id,
    managedBy: externalService,
    formerEmails: [],
    isErased: false,
    updatedAt: at,
    ...fields,
    ...(birthday && { birthday }),
  };
  world.users.set(id, user);
  externalService.links.set(externalUserId, id);
  announceUser(world, user, 'user.created', by);
  return user;
}

/** Reports a change of a user to all external services that have access. */
export function announceUser(world: World, user: User, type: string, by: By): void {
  const timestamp = formatInstant(user.updatedAt);
  for (const externalService of servicesOf(world, user)) {
    const data = toUser(user, externalService);
    announce(world, externalService, by, { type, subjectId: user.id, data, timestamp });
  }
}
