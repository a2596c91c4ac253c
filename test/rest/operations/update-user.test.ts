import { describe, expect, it } from 'vitest';
import { useNothingLogged } from '../../harness/assertions/nothing-logged.ts';
import { resent, userCalls } from '../../harness/clients/user-calls.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('update user on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);
  const tenant: Tenant = useTenant(service);

  it('returns 200 and writes nothing for {} and for unchanged values', async () => {
    const { id, email, externalUserId, firstName } = await users.make(tenant);
    const before = await contentsOf(service.database);
    for (const body of [
      {},
      { email: email.toUpperCase(), externalUserId, firstName, birthday: '1985-12-10' },
    ])
      expect((await users.update(tenant, id, body)).status).toBe(200);
    expect(await contentsOf(service.database)).toEqual(before);
  });

  it('records the changed fields and the token in an audit event', async () => {
    const { id, externalUserId } = await users.make(tenant);
    await users.update(tenant, id, { firstName: 'Augusta', externalUserId: `${externalUserId}-2` });
    const [event] = await service.database.query(
      `select actor_type, actor_id, before, after from audit_events where subject_id = $1 and action = 'updateUser'`,
      [id],
    );
    expect(event).toEqual({
      actor_type: 'api_token',
      actor_id: tenant.tokenId,
      before: { firstName: 'Ada', externalUserId },
      after: { firstName: 'Augusta', externalUserId: `${externalUserId}-2` },
    });
  });
});

describe('concurrent user updates', () => {
  const service = useNothingLogged();
  const users = userCalls(service);

  it('gives an address to one of sixteen requests, next to erasures, and keeps it out of the PostgreSQL log', async () => {
    const tenant = await service.factories.tenant();
    const made = await Promise.all(Array.from({ length: 8 }, () => users.make(tenant)));
    const { externalUserId: _, ...person } = userBody();
    for (let round = 0; round < 10; round += 1) {
      const email = `sentinel-${round}@example.com`;
      const externalUserId = `sentinel-id-${round}`;
      const leaving = await users.make(tenant);
      const answers = await Promise.all([
        ...made.slice(0, 4).map(({ id }) => users.update(tenant, id, { email })),
        ...made.slice(4).map((one) => users.upsert(tenant, one.externalUserId, { ...person, email })),
        ...Array.from({ length: 4 }, (_one, n) =>
          users.upsert(tenant, `new-${round}-${n}`, { ...person, email }),
        ),
        ...Array.from({ length: 4 }, () =>
          service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody({ email }) }),
        ),
        users.erase(tenant, leaving.id),
        resent(() => users.upsert(tenant, leaving.externalUserId, { ...person, email: leaving.email })),
      ]);
      const [erased, reused] = answers.splice(16).map(({ status }) => status);
      expect([erased, [200, 201].includes(reused!)]).toEqual([200, true]);
      const won = answers.filter(({ status }) => status < 300);
      const lost = answers.filter(({ body }) => body.error?.type === 'email_already_in_use');
      expect([won.length, lost.length]).toEqual([1, 15]);
      const links = await Promise.all([
        ...made.map(({ id }) => users.update(tenant, id, { externalUserId })),
        ...Array.from({ length: 8 }, () =>
          service.createUser(tenant.externalServiceId, {
            token: tenant.token,
            body: userBody({ externalUserId }),
          }),
        ),
      ]);
      expect(links.map(({ body }) => body.error?.type ?? 'ok').sort()).toEqual([
        ...Array.from({ length: 15 }, () => 'external_user_id_already_in_use'),
        'ok',
      ]);
    }
  });

  it('hands an external id on in one go with other changes, and keeps it out of the PostgreSQL log', async () => {
    const tenant = await service.factories.tenant();
    const [giver, taker] = [await users.make(tenant), await users.make(tenant)];
    for (let round = 0; round < 10; round += 1) {
      await users.update(tenant, giver.id, { externalUserId: `sentinel-${round}` });
      const answers = await Promise.all([
        // A group is on its way, so that the others wait together.
        ...[0, 1].map(() =>
          service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody() }),
        ),
        users.update(tenant, taker.id, { lastName: `King ${round}` }),
        users.update(tenant, giver.id, { externalUserId: `given-${round}` }),
        users.update(tenant, taker.id, { externalUserId: `sentinel-${round}` }),
      ]);
      expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([201, 201, 200, 200]);
      expect([200, 409]).toContain(answers[4]!.status);
      await users.update(tenant, taker.id, { externalUserId: `taken-${round}` });
    }
  });

  it('rejects both of two users that trade addresses, without a deadlock', async () => {
    const tenant = await service.factories.tenant();
    const [one, two] = [await users.make(tenant), await users.make(tenant)];
    const answers = await Promise.all([
      users.update(tenant, one.id, { email: two.email }),
      users.update(tenant, two.id, { email: one.email }),
    ]);
    expect(answers.map(({ body }) => body.error?.type)).toEqual([
      'email_already_in_use',
      'email_already_in_use',
    ]);
  });
});
