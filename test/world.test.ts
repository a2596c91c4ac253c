import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from './harness/clients/graphql-client.ts';
import { createWorld, serviceNames, type World } from './harness/data/world.ts';
import { useTestService } from './harness/servers/use-test-service.ts';

describe('ownership among similar resources', () => {
  const service = useTestService('postgresql');
  let world: World;
  beforeAll(async () => {
    world = await createWorld(service);
  });

  it.each(serviceNames)(
    'only %s has its organizations, granted users, tokens and endpoints',
    async (name) => {
      const own = world.services[name];
      const lists = ['organizations', 'grantedUsers', 'apiTokens', 'webhookEndpoints'] as const;
      const { data } = await ask<{ externalService: Record<string, { id: string }[]> }, never>(
        service,
        world.operators.viewer.secret,
        `{ externalService(id: "${own.id}") { ${lists.map((list) => `${list} { id }`).join(' ')} } }`,
      );
      expect(lists.map((list) => data.externalService[list]!.map(({ id }) => id).sort())).toEqual([
        own.organizations.map((key) => world.organizations[key].id).sort(),
        Object.values(world.users)
          .filter(({ grantedTo }) => grantedTo.includes(name))
          .map(({ id }) => id)
          .sort(),
        [own.token.id, own.secondToken.id].sort(),
        Object.values(own.endpoints).sort(),
      ]);
    },
  );
});
