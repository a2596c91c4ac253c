import { instantAt } from '../../../../src/rules/instant.ts';
import { scopes as allScopes, type Scope } from '../../../../src/rules/requests/scope.ts';
import type { CourtSeed, TestPlatformOptions } from '../test-platform-options.ts';
import { nowhere } from './announce.ts';
import { actionError } from './api-error.ts';
import { createClock } from './clock.ts';
import { externalServiceId as defaultId, token as defaultToken } from './test-token.ts';
import type { ExternalService, Organization, Token, World } from './world.ts';
import { writingIn } from './write-court-booking.ts';
import { carryOutUser } from './write-user.ts';

/** Creates a platform in its initial state. */
export function createWorld(options: TestPlatformOptions): { world: World; own: ExternalService } {
  const { now, courts = ['Court 1', 'Court 2'], organizations = [], users = [] } = options;
  let made = 0;
  const newId = () => {
    made += 1;
    return `00000000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
  };
  const start = now === undefined ? now : millisOf('now', now);
  const world: World = {
    clock: createClock(start),
    newId,
    externalServices: new Map(),
    tokens: new Map(),
    organizations: new Map(),
    courts: new Map(),
    users: new Map(),
    bookings: new Map(),
    stamps: new Map(),
    occupancyVersions: new Map(),
    waiting: new Set(),
  };
  const { externalServiceId = defaultId, token = defaultToken, scopes = allScopes } = options;
  const own = addExternalService(world, externalServiceId.toLowerCase(), 'Test partner');
  addToken(world, own, token, { scopes });
  const all: NonNullable<TestPlatformOptions['organizations']> = [
    ...(courts.length > 0 ? [{ name: 'Test club', courts }] : []),
    ...organizations,
  ];
  for (const { id = newId(), name, timeZone = 'UTC', granted = true, courts: itsCourts = [] } of all) {
    addOrganization(world, { id: id.toLowerCase(), name, timeZone }, itsCourts);
    if (granted) own.organizations.add(id.toLowerCase());
  }
  for (const { id = newId(), ...user } of users) {
    const item = { ...user, action: 'create', email: user.email.toLowerCase() } as const;
    const writing = { ...writingIn(world), newId: () => id.toLowerCase() };
    carryOutUser(world, own, item, { actor: 'PARTNER', requestId: '' }, writing);
  }
  // The initial data does not count as changes.
  world.clock = createClock(start);
  own.changes.length = 0;
  own.newest = nowhere;
  return { world, own };
}

/** Returns Unix milliseconds. Throws `invalid_options` if it is no time. */
function millisOf(name: string, time: Date | string): number {
  const at = +new Date(time);
  if (Number.isNaN(at)) throw actionError('invalid_options', `"${name}" must be a valid Date or date-time.`);
  return at;
}

/** Adds an external service without any access. */
export function addExternalService(world: World, id: string, name: string): ExternalService {
  const externalService: ExternalService = {
    id,
    name,
    organizations: new Set(),
    grantedUsers: new Set(),
    changes: [],
    requests: [],
    newest: nowhere,
    endpoints: [],
  };
  world.externalServices.set(id, externalService);
  return externalService;
}

export function addToken(
  world: World,
  externalService: ExternalService,
  secret: string,
  {
    scopes = allScopes,
    label = 'test',
    expiresAt,
  }: { scopes?: readonly Scope[]; label?: string; expiresAt?: Date | string },
): Token {
  const token: Token = {
    id: world.newId(),
    externalService,
    scopes: [...new Set(scopes)],
    label,
    expiresAt: expiresAt === undefined ? expiresAt : instantAt(millisOf('expiresAt', expiresAt) * 1_000),
    createdAt: world.clock.next(),
    revokedAt: undefined,
    lastUsedAt: undefined,
    successor: undefined,
    waiting: 0,
  };
  world.tokens.set(secret, token);
  return token;
}

function addOrganization(world: World, organization: Organization, courts: readonly CourtSeed[]): void {
  world.organizations.set(organization.id, organization);
  for (const seed of courts) {
    const given = typeof seed === 'string' ? { name: seed } : seed;
    const { id: courtId = world.newId(), name: courtName, active = true } = given;
    const court = { id: courtId.toLowerCase(), name: courtName, organization, active };
    world.courts.set(court.id, court);
  }
}
