import { beforeAll, expect, it } from 'vitest';
import { ask } from '../harness/clients/graphql-client.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql', { poolSize: 4 });
let token: string;
beforeAll(async () => {
  token = (await service.factories.operator('VIEWER')).secret;
  await service.factories.organization();
  // This list takes longer than the statement timeout.
  const em = service.database.em();
  await em.execute('alter table courts rename to courts_themselves');
  await em.execute('create view courts as select c.* from courts_themselves c, pg_sleep(4)');
});

it('responds with service_unavailable if the statement times out, and then serves the next request', async () => {
  const { status, errors } = await ask(service, token, '{ courts { nodes { id } } }');
  expect({ status, errors }).toMatchObject({
    status: 503,
    errors: [{ extensions: { type: 'service_unavailable' } }],
  });
  const next = Array.from({ length: 4 }, () => ask(service, token, '{ organizations { nodes { name } } }'));
  for (const { data } of await Promise.all(next))
    expect(data).toEqual({ organizations: { nodes: [{ name: 'Club' }] } });
});
