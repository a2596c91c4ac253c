import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { createWorld } from '../../harness/data/world.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

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
