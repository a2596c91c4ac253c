import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { createWorld } from '../../harness/data/world.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

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
