import { beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { explainedIn, explainingSettings } from '../../harness/assertions/explained.ts';
import { everyCall } from '../../harness/clients/every-call.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { useClient, useOwnPostgresql, useServiceAt } from '../../harness/servers/use-test-service.ts';

/** Set TEST_BOOKINGS=1000000 for a larger trial. */
const size = Number(process.env.TEST_BOOKINGS ?? 100_000);

/** A statement in a function. The one that assigns sequence numbers reads what is queued at that time. */
const isInFunction = (text: string) => /\b[pv]_\w/.test(text) && !text.includes('with waiting as');
const scans = /Seq Scan (court_bookings|court_booking_participants|users|user_links)\b/;

describe('plans that are kept for all values', () => {
  const server = useOwnPostgresql({
    settings: [...explainingSettings, 'auto_explain.log_nested_statements=on', 'autovacuum=off', 'fsync=off'],
  });
  const service = useServiceAt(server, { poolSize: 2 });
  const client = useClient(server);
  let externalServiceId: string;
  let token: string;
  let courtIds: Tenant['courtIds'];
  let userIds: string[];
  let calls: ReturnType<typeof everyCall>;
  beforeAll(async () => {
    const big = await service.factories.tenant(50);
    ({ externalServiceId, token, courtIds } = await service.factories.neighbour(big));
    await client.query('set auto_explain.log_min_duration = -1');
    const { rows } = await client.query<{ id: string }>(
      `with made as (
         insert into users (id, email, first_name, last_name, managed_by_id)
         select gen_random_uuid(), 'user-' || n || '@example.com', 'Ada', 'Lovelace',
           case when n <= 500 then $1::uuid else $2::uuid end
         from generate_series(1, 20000) n
         returning id, email, managed_by_id
       ), linked as (
         insert into user_links (external_service_id, external_user_id, user_id) select managed_by_id, email, id from made
       )
       select id from made where managed_by_id = $1`,
      [externalServiceId, big.externalServiceId],
    );
    userIds = rows.map(({ id }) => id);
    calls = everyCall({ ...big, externalServiceId }, userIds, (n) => (n < 100 ? 1 : 100));
    // Half of the bookings are on one court. One user has 10,000 of them.
    await client.query(
      `with made as (
         insert into court_bookings (
           id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at
         )
         select gen_random_uuid(), $1, 'stored-' || n, ($2::uuid[])[case when n % 2 = 0 then 1 else 2 + n / 2 % 49 end],
           at, at + interval '10 minutes', '2020-01-01Z'
         from generate_series(1, $4::int) n, lateral (select timestamptz '2000-01-01Z' + n * interval '10 minutes' as at) t
         returning id
       )
       insert into court_booking_participants (court_booking_id, position, user_id, email)
       select id, position, case when position = 0 and n <= 10000 then $3::uuid end,
         case when position > 0 or n > 10000 then 'guest-' || position || '-' || n % 5000 || '@example.com' end
       from (select id, row_number() over () as n from made) made, generate_series(0, 1) position`,
      [big.externalServiceId, courtIds, userIds[0], size],
    );
    await client.query('vacuum analyze');
  });

  /** Runs each call eight times. Returns the highest number of rows that each statement has read. */
  async function rowsRead(from: number) {
    const most = new Map<string, { rows: number; plan: string }>();
    for (const call of Object.values(calls)) {
      for (let n = from; n < from + 8; n += 1) {
        const { method, path, body, status, operationId } = call(n);
        const before = server.logSize();
        const answer = await service.call(path, { method, token, body }, operationId);
        expect(answer.status, answer.text).toBe(status);
        for (const { text, rowsRead: rows, plan } of explainedIn(server.readLog(before)))
          if (rows > (most.get(text)?.rows ?? -1)) most.set(text, { rows, plan });
      }
    }
    return most;
  }

  it.each([1, 100])('read no more rows than plans for the values, for batches of %i', async (items) => {
    const { rows: functions } = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = $1::regnamespace and proconfig::text ~ 'plan_cache'`,
      [databaseFunctions().schema],
    );
    const inMode = async (mode: string, from: number) => {
      await client.query(
        functions.map(({ name }) => `alter function ${name} set plan_cache_mode = ${mode}`).join(';'),
      );
      return rowsRead(from);
    };
    const custom = await inMode('force_custom_plan', items + 20);
    const kept = await inMode('force_generic_plan', items);
    const compared = [...kept].filter(([text]) => custom.has(text) && isInFunction(text));
    expect(compared.length).toBeGreaterThan(46);
    // Some tables are still small. They are scanned as a whole, and grow between the two.
    const worse = compared.filter(([text, { rows }]) => rows > custom.get(text)!.rows * 2 + 50);
    expect(
      worse.map(([text, { rows, plan }]) => `${text}\n${rows} rows, not ${custom.get(text)!.rows}\n${plan}`),
    ).toEqual([]);
    expect([...kept].filter(([, { plan }]) => scans.test(plan))).toEqual([]);
  });
});
