import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { createWorld } from '../../harness/data/world.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useTestService } from '../../harness/servers/use-test-service.ts';

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

describe.each(databaseKinds)('list users on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);

  it('returns each managed or granted user once, newest first, without erased ones', async () => {
    const own = await service.factories.tenant();
    const other = await service.factories.tenant();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const caller = n % 2 === 0 ? own : other;
      const { id } = await users.make(caller);
      if (caller === other) await service.factories.grantUser(own.externalServiceId, id);
      made.unshift(id);
    }
    await users.make(other);
    const [erased] = made.splice(3, 1) as [string];
    await users.erase(other, erased);

    const read: string[] = [];
    let query: Record<string, string | number> | undefined = { limit: 2 };
    while (query) {
      const page = await users.list(own, query);
      expect(page.body.items.length).toBeLessThanOrEqual(2);
      read.push(...idsOf(page));
      query = page.body.nextCursor === undefined ? undefined : { limit: 2, cursor: page.body.nextCursor };
    }
    expect(read).toEqual(made);
    const { body } = await users.list(own);
    expect(body).not.toHaveProperty('nextCursor');
    expect(body.items[0]).toEqual((await users.get(own, made[0]!)).body);
  });
});

describe('list of users', () => {
  it('contains exactly the users that each service has access to', async () => {
    const service = await forTest(startTestService('postgresql'));
    const world = await createWorld(service);
    for (const { id, token, openUsers } of Object.values(world.services)) {
      const page = await userCalls(service).list({ externalServiceId: id, token: token.secret });
      expect(idsOf(page).sort()).toEqual(openUsers.map((name) => world.users[name].id).sort());
    }
  });
});
