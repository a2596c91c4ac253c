import { beforeAll, describe, expect, it } from 'vitest';
import { sumUpTrafficDays } from '../../../src/services/traffic/sum-up-traffic-days.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 22);

describe.each(databaseKinds)('daily traffic on %s', (kind) => {
  const test = useTestDatabase(kind);
  let service: string;
  beforeAll(async () => {
    service = await createFactories(test.database).externalService();
  });

  const record = (at: number, requests: number) =>
    test.database.query(
      `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
       values ($1, $2, 'createUser', 201, '', $3, array[$3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]::bigint[], $1, $1, 'r')`,
      [new Date(at).toISOString(), service, requests],
    );
  const days = () =>
    test.database.query<{ day: string; requests: number; first: number; last: number }>(
      `select to_char(day at time zone 'UTC', 'MM-DD') as day, requests::int, latencies[1]::int as first, latencies[12]::int as last
       from partner_traffic_days order by day`,
      [],
    );

  it('sums the hours of each past day exactly once and deletes sums that are no longer shown', async () => {
    await record(midnight - 40 * day, 1);
    await record(midnight - 2 * day, 2);
    await record(midnight - 2 * day + 23 * hour, 3);
    await record(midnight - hour, 5);
    await record(midnight, 7);
    const before = { day: '11-20', requests: 5, first: 5, last: 2 };
    // Requests from before midnight may still be written.
    await sumUpTrafficDays(test.database, midnight + hour - 1);
    expect(await days()).toEqual([before]);
    await Promise.all([1, 2, 3].map(() => sumUpTrafficDays(test.database, midnight + hour)));
    const yesterday = { day: '11-21', requests: 5, first: 5, last: 1 };
    expect(await days()).toEqual([before, yesterday]);
    await sumUpTrafficDays(test.database, midnight + 30 * day + hour);
    expect((await days()).map((row) => row.day)).toEqual(['11-20', '11-21', '11-22']);
    await sumUpTrafficDays(test.database, midnight + 32 * day + hour);
    expect((await days()).map((row) => row.day)).toEqual(['11-22']);
  });
});
