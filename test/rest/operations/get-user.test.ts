import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { createWorld } from '../../harness/data/world.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

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
});

describe('access to users', () => {
  it('is limited to managed and granted users, and does not follow from a link alone', async () => {
    const service = await forTest(startTestService('postgresql'));
    const world = await createWorld(service);
    const users = userCalls(service);
    for (const { id, token, openUsers } of Object.values(world.services)) {
      for (const [name, user] of Object.entries(world.users)) {
        const { status } = await users.get({ externalServiceId: id, token: token.secret }, user.id);
        expect(status, name).toBe((openUsers as string[]).includes(name) ? 200 : 403);
      }
    }
  });
});
