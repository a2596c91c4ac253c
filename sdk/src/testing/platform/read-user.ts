import type { ExternalService, User, World } from './world.ts';

/** Whether an external service may name the user: it manages it, or was granted it. */
export const isOpen = (user: User, externalService: ExternalService) =>
  !user.isErased && (user.managedBy === externalService || externalService.grantedUsers.has(user.id));

/** The user of this id, where it is open to the external service. */
export function findOpen(world: World, externalService: ExternalService, userId: string): User | undefined {
  const user = world.users.get(userId);
  return user && isOpen(user, externalService) ? user : undefined;
}

/** The user who has this address, whoever it is open to. */
export function findByEmail(world: World, email: string): User | undefined {
  return [...world.users.values()].find((user) => user.email === email);
}

/** The same, where it is open to the external service. */
export function findOpenByEmail(
  world: World,
  externalService: ExternalService,
  email: string,
): User | undefined {
  const user = findByEmail(world, email);
  return user && isOpen(user, externalService) ? user : undefined;
}

/** The external services that a user is open to. */
export function servicesOf(world: World, user: User): ExternalService[] {
  return [...world.externalServices.values()].filter(
    (one) => user.managedBy === one || one.grantedUsers.has(user.id),
  );
}

/** A user as the document shows it; a field without a value is left out. */
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

/** A user as an external service reads it. */
export function toUser(user: User, externalService: ExternalService) {
  const link = [...externalService.links].find(([, userId]) => userId === user.id);
  return withoutGaps({
    ...toUserResponse(user),
    externalUserId: link?.[0],
    managed: user.managedBy === externalService,
    status: user.isErased ? 'ERASED' : 'ACTIVE',
  });
}

function withoutGaps(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
