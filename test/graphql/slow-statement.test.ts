import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../harness/clients/graphql-client.ts';
import { startTestService, type TestService } from '../harness/servers/test-service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService('postgresql', { poolSize: 4 });
  token = (await service.factories.operator('VIEWER')).secret;
  await service.factories.organization();
  // This list takes longer than the statement timeout.
  const em = service.database.em();
  await em.execute('alter table courts rename to courts_themselves');
  await em.execute('create view courts as select c.* from courts_themselves c, pg_sleep(4)');
});
afterAll(() => service.stop());

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
