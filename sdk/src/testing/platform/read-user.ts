import { formatInstant } from '../../../../src/rules/instant.ts';
import type { StoredUser } from '../../../../src/rules/user.ts';
import type { ExternalService, User, World } from './world.ts';

/** Returns true if an external service has access to the user, because it manages the user or was granted access. */
export const isOpen = (user: User, externalService: ExternalService) =>
  !user.isErased && (user.managedById === externalService.id || externalService.grantedUsers.has(user.id));

export function findOpen(world: World, externalService: ExternalService, userId: string): User | undefined {
  const user = world.users.get(userId);
  return user && isOpen(user, externalService) ? user : undefined;
}

/** Finds a user by address, even if the external service has no access. */
export function findByEmail(world: World, email: string): User | undefined {
  return [...world.users.values()].find((user) => user.email === email);
}

/** Finds the user that the external service has linked to an id. */
export function findLinked(world: World, { id }: ExternalService, externalUserId: string): User | undefined {
  return [...world.users.values()].find(({ links }) => links[id] === externalUserId);
}

export function findOpenByEmail(
  world: World,
  externalService: ExternalService,
  email: string,
): User | undefined {
  const user = findByEmail(world, email);
  return user && isOpen(user, externalService) ? user : undefined;
}

export const servicesOf = (world: World, user: User): ExternalService[] =>
  [...world.externalServices.values()].filter((one) => isOpen(user, one));

/** The users that an external service may read: those that are open to it, and the erased ones that it managed. */
export const usersOf = (world: World, service: ExternalService) =>
  [...world.users.values()]
    .filter((user) => isOpen(user, service) || (user.isErased && user.managedById === service.id))
    .map((user) => toUser(user, service));

/** Returns a user in its documented form. Fields without a value are left out. */
export function toUserResponse({ id, firstName, lastName, birthday, ...user }: StoredUser) {
  const { gender, mainSportType, playingHand } = user;
  return withoutGaps({
    id,
    firstName,
    lastName,
    birthday: birthday == null ? undefined : `${birthday}T00:00:00.000Z`,
    gender,
    mainSportType,
    playingHand,
  });
}

export function toUser(user: StoredUser, { id }: ExternalService) {
  return withoutGaps({
    ...toUserResponse(user),
    email: user.managedById === id ? user.email : undefined,
    externalUserId: user.links[id],
    managed: user.managedById === id,
    status: user.isErased ? 'ERASED' : 'ACTIVE',
    updatedAt: user.isErased ? undefined : formatInstant(user.updatedAt),
  });
}

function withoutGaps(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
