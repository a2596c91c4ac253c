import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type UserCalls, userCalls } from '../../harness/clients/user-calls.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { createWorld } from '../../harness/data/world.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

describe.each(databaseKinds)('list users on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  let users: UserCalls;
  beforeAll(async () => {
    service = await startTestService(kind);
    tenant = await service.factories.tenant();
    users = userCalls(service);
  });
  afterAll(() => service.stop());

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: '1.5' }, 'limit'],
    [{ email: 'nobody' }, 'email'],
    [{ externalUserId: '' }, 'externalUserId'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ name: 'Ada' }, 'name'],
    [{ updatedFrom: 'yesterday' }, 'updatedFrom'],
  ])('rejects %j with 400 invalid_schema at the parameter', async (query, at) => {
    const { body } = await users.list(tenant, query as Record<string, string>);
    expect(body.error.issues).toMatchObject([{ path: [at] }]);
  });

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

  it('returns the users that were changed in a range, most recently changed first', async () => {
    const own = await service.factories.tenant();
    const other = await service.factories.tenant();
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const caller = n % 2 === 0 ? own : other;
      const { id } = await users.make(caller);
      if (caller === other) await service.factories.grantUser(own.externalServiceId, id);
      made.push(id);
      // Minutes apart, from the newest user to the oldest.
      await service.database.query(`update users set updated_at = $2 where id = $1`, [
        id,
        `2026-11-20T12:0${6 - n}:00Z`,
      ]);
    }
    const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`;
    const pages = async (query: Record<string, string | number>) => {
      const read: { id: string; updatedAt: string }[] = [];
      for (let cursor: string | undefined; ; ) {
        const { body } = await users.list(own, { ...query, limit: 2, ...(cursor ? { cursor } : {}) });
        read.push(...body.items);
        cursor = body.nextCursor;
        if (cursor === undefined) return read;
      }
    };
    const all = await pages({ updatedFrom: at(1) });
    expect(all.map(({ id }) => id)).toEqual(made);
    expect(all.map(({ updatedAt }) => updatedAt)).toEqual([6, 5, 4, 3, 2, 1].map(at));
    expect((await pages({ updatedFrom: at(2), updatedTo: at(5) })).map(({ id }) => id)).toEqual(
      made.slice(2, 5),
    );
    expect((await pages({ updatedTo: at(2) })).map(({ id }) => id)).toEqual(made.slice(5));
    const { email } = (await users.get(own, made[0]!)).body;
    expect(idsOf(await users.list(own, { email, updatedFrom: at(6) }))).toEqual([made[0]]);
    expect(idsOf(await users.list(own, { email, updatedTo: at(6) }))).toEqual([]);
  });

  it('shows a change of a user in its updatedAt', async () => {
    const own = await service.factories.tenant();
    const { id } = await users.make(own);
    const [before] = (await users.list(own)).body.items;
    await users.update(own, id, { lastName: 'King' });
    const { body } = await users.list(own, { updatedFrom: before.updatedAt });
    expect(body.items).toMatchObject([{ id, lastName: 'King' }]);
    expect(body.items[0].updatedAt > before.updatedAt).toBe(true);
  });

  it('rejects the cursor of a list in the other order', async () => {
    const own = await service.factories.tenant();
    await users.make(own);
    await users.make(own);
    const updatedFrom = '2020-01-01T00:00:00Z';
    for (const [first, second] of [
      [{}, { updatedFrom }],
      [{ updatedFrom }, {}],
    ]) {
      const { body } = await users.list(own, { ...first, limit: 1 });
      const answer = await users.list(own, { ...second, limit: 1, cursor: body.nextCursor });
      expect(answer.body.error.issues).toMatchObject([{ path: ['cursor'], code: 'invalid_format' }]);
    }
  });

  it('has no next page if a page holds exactly the remaining users', async () => {
    const own = await service.factories.tenant();
    await users.make(own);
    await users.make(own);
    const { body } = await users.list(own, { limit: 2 });
    expect(body.items).toHaveLength(2);
    expect(body).not.toHaveProperty('nextCursor');
  });

  it('filters by email address in any case and by external id, which must both match', async () => {
    const one = await users.make(tenant);
    const two = await users.make(tenant);
    expect(idsOf(await users.list(tenant, { email: one.email.toUpperCase() }))).toEqual([one.id]);
    expect(idsOf(await users.list(tenant, { externalUserId: two.externalUserId }))).toEqual([two.id]);
    const { email, externalUserId } = one;
    expect(idsOf(await users.list(tenant, { email, externalUserId }))).toEqual([one.id]);
    expect(idsOf(await users.list(tenant, { email, externalUserId: two.externalUserId }))).toEqual([]);
  });

  it("does not find another service's user by address or external id", async () => {
    const { email, externalUserId } = await users.make(await service.factories.tenant());
    expect(idsOf(await users.list(tenant, { email }))).toEqual([]);
    expect(idsOf(await users.list(tenant, { externalUserId }))).toEqual([]);
  });
});

describe('list of users', () => {
  it('contains exactly the users that each service has access to', async () => {
    const service = await startTestService('postgresql');
    const world = await createWorld(service);
    for (const { id, token, openUsers } of Object.values(world.services)) {
      const page = await userCalls(service).list({ externalServiceId: id, token: token.secret });
      expect(idsOf(page).sort()).toEqual(openUsers.map((name) => world.users[name].id).sort());
    }
    await service.stop();
  });
});
