import { expect, it } from 'vitest';
import {
  deleteOldDeliveries,
  deleteOrphanedDeliveries,
} from '../../../src/services/webhook-deliveries/delete-old-deliveries.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase();

const [first, kept, last] = ['1', '2', '3'].map((n) => `${n}0000000-0000-7000-8000-000000000000`) as [
  string,
  string,
  string,
];
const deliver = (endpoint: string, count: number) =>
  test.database.query(
    'insert into webhook_deliveries (endpoint_id, id) select $1, gen_random_uuid() from generate_series(1, $2::int)',
    [endpoint, count],
  );
const left = async () => {
  const rows = await test.database.query<{ id: string; count: number }>(
    'select endpoint_id as id, count(*)::int as count from webhook_deliveries group by 1 order by 1',
    [],
  );
  return rows.map(({ id, count }) => [id, count]);
};

it('deletes all deliveries of deleted endpoints and keeps those of existing ones', async () => {
  await test.database.query(
    `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
     values ($1, $2, 'https://partner.example.com/', '{user.created}', 'HMAC_SHA256', '')`,
    [kept, await createFactories(test.database).externalService()],
  );
  for (const [endpoint, count] of [
    [first, 5_001],
    [kept, 2],
    [last, 1],
  ] as const)
    await deliver(endpoint, count);
  await deleteOrphanedDeliveries(test);
  expect(await left()).toEqual([[kept, 2]]);
});

it('starts no further batch when the time is over', async () => {
  await deliver(first, 5_001);
  let pieces = 1;
  await deleteOldDeliveries(test, first, () => pieces-- > 0);
  expect(await left()).toEqual([
    [first, 1],
    [kept, 2],
  ]);
});
