import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/connection/database.ts';
import { authorizeAnyOperator } from '../../src/services/access/authorize-operator.ts';
import { readOverview } from '../../src/services/overview/read-overview.ts';
import type { PartnerRequestRecord } from '../../src/services/traffic/partner-request-record.ts';
import { PartnerRequestRecorder } from '../../src/services/traffic/record-partner-request.ts';
import { sumUpTrafficDays } from '../../src/services/traffic/sum-up-traffic-days.ts';
import { createWorld, type World } from '../harness/data/world.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../harness/servers/test-database.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const now = Date.UTC(2027, 0, 2, 15, 20);
const operator = authorizeAnyOperator({ id: uuidv7(), name: 'Jo', role: 'VIEWER' });
const periods = { '24h': 24 * hour, '7d': 7 * day, '30d': 30 * day };

describe.each(databaseKinds)('overview on %s', (kind) => {
  let test: TestDatabase;
  let world: World;
  let reads = 0;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = {
      ...test.database,
      read: (...statement) => {
        reads += 1;
        return test.database.read(...statement);
      },
    };
    world = await createWorld(test, { now: () => now, newId: uuidv7 });
  });
  afterAll(() => test.drop());

  const services = () => [...Object.values(world.services).map(({ id }) => id), undefined];
  const outcomes = [
    ['upsertCourtBooking', 200, undefined, 3],
    ['upsertCourtBooking', 409, 'stale_write', 7],
    ['createUser', 201, undefined, 60],
    ['createUser', 400, 'invalid_schema', 1],
    ['getToken', 401, 'invalid_api_token', 0.5],
  ] as const;
  const write = async (records: PartnerRequestRecord[]) => {
    const recorder = new PartnerRequestRecorder(test.database);
    for (const one of records) recorder.record(one);
    await recorder.flush();
  };
  const inTime = (length: number, name: keyof typeof periods) => {
    const unit = name === '24h' ? hour : day;
    const to = (Math.floor(now / unit) + 1) * unit;
    return [new Date(to - length).toISOString(), new Date(to).toISOString()];
  };
  const countOf = async (text: string, parameters: unknown[]) =>
    test.database.query<{ key: string; requests: number; rejected: number }>(
      `select ${text} as key, sum(request_count)::int as requests,
         coalesce(sum(request_count) filter (where status >= 400), 0)::int as rejected
       from partner_requests where at >= $1 and at < $2 group by 1`,
      parameters,
    );
  const byKey = (rows: { key: string | null; requests: number; rejected?: number }[]) =>
    rows.map((row) => [row.key, row.requests, row.rejected].join()).sort();

  it.each(Object.keys(periods) as (keyof typeof periods)[])(
    'the numbers for %s equal a count of the requests, in total and by each dimension',
    async (name) => {
      const [{ n }] = (await test.database.query('select count(*)::int as n from partner_requests', [])) as [
        { n: number },
      ];
      if (n === 0) {
        const ages = Array.from({ length: 90 }, (_, index) => index * 9 * hour + (index % 7) * 11 * 60_000);
        const edges = [0, 1, 7, 30].flatMap((days) => {
          const edge = Math.floor(now / day) * day - days * day;
          return [now - edge, now - edge + 1, now - edge - 1];
        });
        const records = [...ages, ...edges, -2 * hour].flatMap((age, index) =>
          services().map((externalServiceId, place) => {
            const [operation, status, errorType, milliseconds] = outcomes[(index + place) % outcomes.length]!;
            const at = new Date(now - age).toISOString();
            const request = { issuePaths: [], requestId: 'r', callerRequestId: undefined, milliseconds };
            return { id: uuidv7(), at, externalServiceId, operation, status, errorType, ...request };
          }),
        );
        await write(records);
        await sumUpTrafficDays(test.database, now);
      }
      const { traffic, period } = await readOverview({ database, now: () => now }, operator, name);
      const range = inTime(periods[name], name);
      expect([period.from, period.to]).toEqual(range);
      const [whole] = await countOf('1', range);
      expect(whole!.requests).toBeGreaterThan(10);
      expect(traffic.whole).toMatchObject({ requests: whole!.requests, rejected: whole!.rejected });
      const services_ = await countOf(
        "coalesce(external_service_id::text, '00000000-0000-0000-0000-000000000000')",
        range,
      );
      expect(byKey(traffic.partners.map((one) => ({ ...one, key: one.externalServiceId })))).toEqual(
        byKey(services_),
      );
      expect(traffic.partners.map((one) => one.name).sort()).toEqual(
        [...Object.values(world.services).map((one) => one.name), null].sort(),
      );
      const types = await countOf('error_type', range);
      expect(
        byKey(traffic.errorTypes.map((one) => ({ key: one.errorType, requests: one.requests }))),
      ).toEqual(byKey(types.filter(({ key }) => key).map(({ key, requests }) => ({ key, requests }))));
      const operations = await countOf('operation', range);
      expect(byKey(traffic.operations.map((one) => ({ ...one, key: one.operation })))).toEqual(
        byKey(operations),
      );
      expect(traffic.operations[0]).toMatchObject({ operation: 'createUser' });
      const unit = name === '24h' ? 'hour' : 'day';
      const times = await countOf(`extract(epoch from date_trunc('${unit}', at, 'UTC'))::int`, range);
      const told = traffic.inTime.map((one, place) => ({
        ...one,
        key: String(Date.parse(period.starts[place]!) / 1_000),
      }));
      expect(byKey(told.filter((one) => one.requests > 0))).toEqual(byKey(times));
      const { inTime: alpha } = traffic.partners.find(
        (one) => one.externalServiceId === world.services.alpha.id,
      )!;
      const own = services_.find(({ key }) => key === world.services.alpha.id)!;
      expect(alpha.reduce((sum, one) => sum + one.requests, 0)).toBe(own.requests);
    },
  );

  it('uses a fixed number of statements, whatever the amount of data', async () => {
    const statements = async (name: keyof typeof periods) => {
      const before = reads;
      await readOverview({ database, now: () => now }, operator, name);
      return reads - before;
    };
    expect(
      await Promise.all([await statements('24h'), await statements('7d'), await statements('30d')]),
    ).toEqual([11, 14, 10]);
  });
});
