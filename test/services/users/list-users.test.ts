import { expect, it } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { ListUsersInput, listUsers } from '../../../src/services/users/list-users.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { explainedIn } from '../../harness/assertions/explained.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { execute } from '../../harness/global-setup.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

const pageSize = 50;

it('a page of users needs few index reads, whatever its position and the number of users', async () => {
  const test = await forTest(createTestDatabase('postgresql'));
  const { externalService } = createFactories(test.database);
  const [own, other] = [await externalService(), await externalService()];
  // The service manages every hundredth user. Of the others, it is granted one in ten.
  const users = 20_000;
  // Not by the connections of the service, whose statements may take 2.2 s.
  await execute(
    test.url,
    `insert into users (id, email, first_name, last_name, managed_by_id)
     select lpad(to_hex(n), 32, '0')::uuid, n || '@example.com', 'a', 'b',
       case when n % 100 = 0 then '${own}' else '${other}' end::uuid from generate_series(1, ${users}) n`,
  );
  await test.database.query(
    `insert into user_grants (external_service_id, user_id)
     select $1, id from users where email like '%7@example.com' or email like '%500@example.com'`,
    [own],
  );
  await test.database.em().execute('analyze');

  let rowsRead = 0;
  const explaining: Database = {
    ...test.database,
    query: async (text, parameters) => {
      const [row] = await test.database.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
        `explain (analyze, format json) ${text}`,
        parameters,
      );
      const [{ Plan }] = row!['QUERY PLAN'];
      const plan = JSON.stringify({ 'Query Text': text, Plan }, null, 2).replaceAll('\n', '\n\t');
      rowsRead = explainedIn(`LOG:  duration: 1 ms  plan:\n\t${plan}\n`)[0]!.rowsRead;
      return test.database.query(text, parameters);
    },
  };
  const context = { database: explaining, newId, now: Date.now, requestId: 'x' };
  const token = { id: newId(), externalServiceId: own, scopes: ['userread'] as const };
  const partner = authorizePartner({ ...token, scopes: ['userread'] }, 'userread', own);
  const seen: string[] = [];
  const positionAfter = (nextCursor: string | undefined) => ListUsersInput.shape.cursor.parse(nextCursor);
  let cursor: ReturnType<typeof positionAfter>;
  do {
    const page = await listUsers(context, partner, { limit: pageSize, ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map(({ id }) => id));
    // At most two lists of ids, the users and their links.
    expect(rowsRead).toBeLessThanOrEqual(4 * (pageSize + 1));
    expect(rowsRead).toBeGreaterThan(0);
    cursor = positionAfter(page.nextCursor);
  } while (cursor);
  expect(seen).toHaveLength(new Set(seen).size);
  expect(seen).toEqual(seen.toSorted().reverse());
  expect(seen).toHaveLength(users / 100 + users / 10);

  // In the order of changes, a page of a service that manages nearly all users.
  const all = authorizePartner(
    { ...token, externalServiceId: other, scopes: ['userread'] },
    'userread',
    other,
  );
  const updatedTo = '2100-01-01T00:00:00.000000Z';
  cursor = undefined;
  for (let page = 0; page < 3; page += 1) {
    const { items, nextCursor } = await listUsers(context, all, {
      updatedTo,
      limit: pageSize,
      ...(cursor ? { cursor } : {}),
    });
    expect(items).toHaveLength(pageSize);
    expect(rowsRead).toBeLessThanOrEqual(4 * (pageSize + 1));
    cursor = positionAfter(nextCursor);
  }
});
