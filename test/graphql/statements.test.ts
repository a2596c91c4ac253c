import { beforeAll, expect, it } from 'vitest';
import { bookingBody, userBody } from '../harness/data/factories.ts';
import { countingDatabase } from '../harness/servers/counting-database.ts';
import { createTestDatabase } from '../harness/servers/test-database.ts';
import { startServiceOn } from '../harness/servers/test-service.ts';
import { useOperator, useService, useTenant } from '../harness/servers/use-test-service.ts';

let statements: string[];
const service = useService(async () => {
  const testDatabase = await createTestDatabase('postgresql', 4);
  const counting = countingDatabase(testDatabase.database);
  statements = counting.statements;
  return startServiceOn({ ...testDatabase, database: counting.database });
});
const tenant = useTenant(service, 10);
const viewer = useOperator(service, 'VIEWER');
beforeAll(async () => {
  const call = { token: tenant.token };
  for (let n = 0; n < 50; n += 1) {
    const user = await service.createUser(tenant.externalServiceId, { ...call, body: userBody() });
    const participants = [{ userId: user.body.id }, { email: `guest-${n}@example.com` }];
    const body = bookingBody(tenant.courtIds[n % 10]!, { participants }, n);
    await service.upsertCourtBooking(tenant.externalServiceId, `b-${n}`, { ...call, body });
  }
});

it('reads a page in one statement, whatever its depth, whose text differs only by the number of rows', async () => {
  const readBy = async (first: number, others = '') => {
    statements.length = 0;
    const data = await viewer.data<{
      courtBookings: { nodes: unknown[] };
    }>(`{ courtBookings(first: ${first}) { ${others} nodes {
        court { organization { courts(first: 2) { courtBookings(first: 1) { externalService { name } } } } }
        externalService { apiTokens(first: 2) { history(first: 1) { actor { __typename } } } organizations(first: 1) { name } }
        participants { email user { managedBy { name } externalUserId grantedTo(first: 1) { id } courtBookings(first: 1) { court { name } } } }
        history(first: 2) { subject { __typename } actor { ... on ApiToken { label externalService { name } } } }
      } } }`);
    expect(data.courtBookings.nodes).toHaveLength(first);
    // The background jobs run statements every second, on other tables.
    return statements.filter((text) => text.includes('json_agg') || text.includes('count('));
  };
  const ofFive = await readBy(5);
  expect(ofFive).toHaveLength(1);
  expect(await readBy(50)).toEqual([ofFive[0]!.replace('limit 6', 'limit 51')]);
  expect(await readBy(5, 'totalCount')).toHaveLength(2);
});
