import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { createWorld } from '../../harness/data/world.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('get user on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);
  const tenant = useTenant(service);

  it('returns 200 with the documented fields, the external id, managed and the status', async () => {
    const { id, email, externalUserId } = await users.make(tenant, { birthday: '2000-02-29' });
    const reader = await service.factories.token(tenant.externalServiceId, ['userread']);
    const { status, body } = await users.get({ ...tenant, token: reader.secret }, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthday: '2000-02-29T00:00:00.000Z',
      email,
      externalUserId,
      managed: true,
      status: 'ACTIVE',
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('returns a granted user as not managed, and without its address and the creator’s external id', async () => {
    const other = await service.factories.tenant();
    const { id } = await users.make(other);
    await service.factories.grantUser(tenant.externalServiceId, id);
    const { body } = await users.get(tenant, id);
    expect(body).toMatchObject({ id, managed: false, status: 'ACTIVE' });
    expect(body).not.toHaveProperty('externalUserId');
    expect(body).not.toHaveProperty('email');
  });

  it('returns identical errors for an unknown user and one without access', async () => {
    const { id } = await users.make(await service.factories.tenant());
    const { body: unknown } = await users.get(tenant, users.nobody);
    expect((await users.get(tenant, id)).body).toEqual(unknown);
  });

  it('returns only id, managed and status of an erased user, and only to its managing service', async () => {
    const other = await service.factories.tenant();
    const { id } = await users.make(tenant);
    await service.factories.grantUser(other.externalServiceId, id);
    await users.erase(tenant, id);
    expect(await users.get(tenant, id)).toMatchObject({ status: 200 });
    expect((await users.get(tenant, id)).body).toEqual({ id, managed: true, status: 'ERASED' });
    expect((await users.get(other, id)).body.error.type).toBe('user_access_denied');
  });
});

describe('access to users', () => {
  it('is limited to managed and granted users, and does not follow from a link alone', async () => {
    const service = await startTestService('postgresql');
    const world = await createWorld(service);
    const users = userCalls(service);
    for (const { id, token, openUsers } of Object.values(world.services)) {
      for (const [name, user] of Object.entries(world.users)) {
        const { status } = await users.get({ externalServiceId: id, token: token.secret }, user.id);
        expect(status, name).toBe((openUsers as string[]).includes(name) ? 200 : 403);
      }
    }
    await service.stop();
  });
});
