import { beforeAll, describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import {
  type OrganizationName,
  organizationNames,
  type ServiceName,
  serviceNames,
  type UserName,
  userNames,
} from '../../harness/data/world.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

describe('access of external services', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  /** The expected access. Every grant and revocation updates it. */
  let expected: Set<string>;
  beforeAll(async () => {
    expected = new Set(
      serviceNames.flatMap((name) => [
        ...world.services[name].openUsers.map((user) => `${name} names ${user}`),
        ...world.services[name].organizations.map((organization) => `${name} books ${organization}`),
      ]),
    );
  });

  const courtOf = (name: OrganizationName) => world.courts[world.organizations[name].courts[0]!].id;
  const put = (name: ServiceName, overrides: Record<string, unknown>) => {
    const { id, token, booking } = world.services[name];
    // Books a court that the service may still book. No two services book the same time.
    const open = organizationNames.find((organization) => expected.has(`${name} books ${organization}`))!;
    const courtId = courtOf(open);
    const body = { ...booking.body, courtId, ...overrides };
    return service.upsertCourtBooking(id, booking.externalCourtBookingId, { token: token.secret, body });
  };
  /** Returns true if access is granted. The request itself is always rejected, because its version is too old. */
  const isOpen = async (name: ServiceName, overrides: Record<string, unknown>, refusal: string) => {
    const { body } = await put(name, {
      participants: [],
      ...overrides,
      externalUpdatedAt: '2020-01-01T00:00:00Z',
    });
    expect([refusal, 'stale_write']).toContain(body.error.type);
    return body.error.type === 'stale_write';
  };
  let version = Date.UTC(2027, 0, 1);
  /** Returns the users whose ids a service sees when it names everybody by address. */
  const toldOf = async (name: ServiceName) => {
    version += 1;
    const participants = userNames.map((user) => ({ email: world.users[user].email }));
    const { status, body } = await put(name, {
      participants,
      externalUpdatedAt: new Date(version).toISOString(),
    });
    expect(status).toBe(200);
    return userNames.filter((_user, index) => 'userId' in body.participants[index]);
  };
  const expectOpen = async () => {
    const found: string[] = [];
    for (const name of serviceNames) {
      for (const user of userNames) {
        const participants = [{ userId: world.users[user].id }];
        if (await isOpen(name, { participants }, 'user_access_denied')) found.push(`${name} names ${user}`);
      }
      for (const organization of organizationNames) {
        if (await isOpen(name, { courtId: courtOf(organization) }, 'organization_access_denied'))
          found.push(`${name} books ${organization}`);
      }
      const named = userNames.filter((user) => expected.has(`${name} names ${user}`));
      expect(await toldOf(name), `${name}, by address`).toEqual(named);
    }
    expect(found.sort()).toEqual([...expected].sort());
  };

  it('covers managed users, granted users and granted organizations only', () => expectOpen());

  const access = {
    names: (name: ServiceName, user: UserName) => ({
      variables: { externalServiceId: world.services[name].id, userId: world.users[user].id },
      grant: playbook.GrantUserAccessDocument,
      revoke: playbook.RevokeUserAccessDocument,
    }),
    books: (name: ServiceName, organization: OrganizationName) => ({
      variables: {
        externalServiceId: world.services[name].id,
        organizationId: world.organizations[organization].id,
      },
      grant: playbook.GrantOrganizationAccessDocument,
      revoke: playbook.RevokeOrganizationAccessDocument,
    }),
  };

  // The order matters. A fault would change access that the other services have at that point.
  it.each([
    ['grant', 'gamma', 'names', 'ada', 'whom beta was granted before'],
    ['grant', 'gamma', 'names', 'bea', 'of the manager whose other user it was granted before'],
    ['revoke', 'gamma', 'names', 'ada', 'whom beta was granted, too'],
    ['revoke', 'gamma', 'names', 'bob', 'of the manager whose other user it was granted, too'],
    ['grant', 'alpha', 'books', 'hilltop', 'which beta and gamma were granted before'],
    [
      'revoke',
      'beta',
      'books',
      'hilltop',
      'which alpha and gamma were granted, too, while it books riverside',
    ],
    ['grant', 'beta', 'books', 'hilltop', 'while it books riverside already'],
  ] as const)('%s: %s %s %s, %s, changes no other access', async (verb, name, may, what, _why) => {
    const { variables, ...documents } =
      may === 'names' ? access.names(name, what as UserName) : access.books(name, what as OrganizationName);
    const answer = await world.operators.admin.run(documents[verb] as never, variables as never);
    expect(Object.values(answer as object)[0]).not.toHaveProperty('message');
    if (verb === 'grant') expected.add(`${name} ${may} ${what}`);
    else expect(expected.delete(`${name} ${may} ${what}`)).toBe(true);
    await expectOpen();
    const { secret } = world.operators.admin;
    const again = await run(service, secret, documents[verb] as never, variables as never);
    expect(Object.values(again as object)[0], 'once more').toMatchObject({ type: 'nothing_to_change' });
  });
});
