import { expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { listClubs } from '../../../src/services/overview/list-clubs.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const operator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'VIEWER' });
const test = useTestDatabase('postgresql');

it.each([
  [200, false],
  [201, true],
])('of %i clubs returns the first 200 by name, with hasMore: %s', async (count, hasMore) => {
  await test.database.query('delete from organizations', []);
  await test.database.query(
    `insert into organizations (id, name, time_zone)
     select lpad(n::text, 32, '0')::uuid, case when n % 2 = 0 then 'Club ' else 'club ' end || lpad((1000 - n)::text, 3, '0'), 'Europe/Berlin'
     from generate_series(1, $1::int) n`,
    [count],
  );
  const found = await listClubs(test.database, operator);
  expect(found.clubs.map(({ name }) => name.toLowerCase())).toEqual(
    Array.from({ length: 200 }, (_, n) => `club ${1000 - count + n}`),
  );
  expect(found.clubs[0]).toMatchObject({
    id: `00000000-0000-0000-0000-000000000${count}`,
    timeZone: 'Europe/Berlin',
  });
  expect(found.hasMore).toBe(hasMore);
});
