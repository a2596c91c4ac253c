import { beforeAll, expect, it } from 'vitest';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql', { poolSize: 4 });
const viewer = useOperator(service, 'VIEWER');
beforeAll(async () => {
  await service.factories.organization();
  // This list takes longer than the statement timeout.
  const em = service.database.em();
  await em.execute('alter table courts rename to courts_themselves');
  await em.execute('create view courts as select c.* from courts_themselves c, pg_sleep(4)');
});

it('responds with service_unavailable if the statement times out, and then serves the next request', async () => {
  const { status, errors } = await viewer.ask('{ courts { nodes { id } } }');
  expect({ status, errors }).toMatchObject({
    status: 503,
    errors: [{ extensions: { type: 'service_unavailable' } }],
  });
  const next = Array.from({ length: 4 }, () => viewer.ask('{ organizations { nodes { name } } }'));
  for (const { data } of await Promise.all(next))
    expect(data).toEqual({ organizations: { nodes: [{ name: 'Club' }] } });
});
