import { formatInstant } from '../../../../src/rules/instant.ts';
import type { ExternalService, User, World } from './world.ts';

/** Returns true if an external service has access to the user, because it manages the user or was granted access. */
export const isOpen = (user: User, externalService: ExternalService) =>
  !user.isErased && (user.managedBy === externalService || externalService.grantedUsers.has(user.id));

export function findOpen(world: World, externalService: ExternalService, userId: string): User | undefined {
  const user = world.users.get(userId);
  return user && isOpen(user, externalService) ? user : undefined;
}

/** Finds a user by address, even if the external service has no access. */
export function findByEmail(world: World, email: string): User | undefined {
  return [...world.users.values()].find((user) => user.email === email);
}

export function findOpenByEmail(
  world: World,
  externalService: ExternalService,
  email: string,
): User | undefined {
  const user = findByEmail(world, email);
  return user && isOpen(user, externalService) ? user : undefined;
}

export function servicesOf(world: World, user: User): ExternalService[] {
  return [...world.externalServices.values()].filter(
    (one) => user.managedBy === one || one.grantedUsers.has(user.id),
  );
}

/** Returns a user in its documented form. Fields without a value are left out. */
export function toUserResponse({ id, firstName, lastName, birthday, ...user }: User) {
  const { gender, mainSportType, playingHand } = user;
  return withoutGaps({
    id,
    firstName,
    lastName,
    birthday: birthday === undefined ? undefined : `${birthday}T00:00:00.000Z`,
    gender,
    mainSportType,
    playingHand,
  });
}

export function toUser(user: User, externalService: ExternalService) {
  const link = [...externalService.links].find(([, userId]) => userId === user.id);
  return withoutGaps({
    ...toUserResponse(user),
    email: user.managedBy === externalService ? user.email : undefined,
    externalUserId: link?.[0],
    managed: user.managedBy === externalService,
    status: user.isErased ? 'ERASED' : 'ACTIVE',
    updatedAt: user.isErased ? undefined : formatInstant(user.updatedAt),
  });
}

function withoutGaps(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
