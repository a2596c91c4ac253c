import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { latencyBounds, noExternalService } from '../../../src/db/entities/partner-traffic.ts';
import { overviewPeriod } from '../../../src/services/overview/overview-period.ts';
import { readTrafficOverview } from '../../../src/services/overview/read-traffic-overview.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const now = Date.UTC(2027, 0, 2, 15, 20);

interface Hour {
  service?: string;
  operation?: string;
  status?: number;
  errorType?: string;
  requests?: number;
  /** Hours before the current hour. */
  ago?: number;
  /** Index into `latencyBounds` for the latency of all these requests. */
  bucket?: number;
}

describe('traffic overview', () => {
  const test = useTestDatabase('postgresql');
  beforeAll(async () => {
    await test.database.query(
      `insert into external_services (id, name) select lpad(n::text, 32, '0')::uuid, 'Partner ' || n from generate_series(1, 13) n`,
      [],
    );
  });
  beforeEach(async () => {
    await test.database.query('truncate partner_traffic, partner_traffic_by_day', []);
  });

  const partner = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
  const add = async (...hours: Hour[]) => {
    for (const one of hours) {
      const { service = partner(1), operation = 'createUser', status = 201, errorType = '' } = one;
      const { requests = 1, ago = 0, bucket = 0 } = one;
      const latencies = Array.from({ length: latencyBounds.length + 1 }, (_, n) =>
        n === bucket ? requests : 0,
      );
      const at = new Date(Math.floor(now / hour) * hour - ago * hour).toISOString();
      await test.database.query(
        `insert into partner_traffic
           (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
         values ($1, $2, $3, $4, $5, $6, $7, $1, $1, 'r')`,
        [at, service, operation, status, errorType, requests, latencies],
      );
    }
  };
  const addDay = (daysAgo: number, requests: number) =>
    test.database.query(
      `insert into partner_traffic_by_day (day, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at)
       values ($1, $2, 'createUser', 201, '', $3::bigint, array_prepend($3::bigint, array_fill(0::bigint, array[${latencyBounds.length}])), $1, $1)`,
      [new Date(Math.floor(now / day) * day - daysAgo * day).toISOString(), partner(1), requests],
    );
  const read = (name: '24h' | '7d' | '30d' = '24h') =>
    readTrafficOverview(test.database, overviewPeriod(name, now));

  it.each([
    [12, false],
    [13, true],
  ])('of %i partners shows twelve, with hasMorePartners: %s, and sums all', async (count, hasMore) => {
    await add(
      ...Array.from({ length: count }, (_, n) => ({ service: partner(n + 1), requests: 10 * (n + 1) })),
    );
    const { whole, inTime, partners, hasMorePartners } = await read();
    const sent = (10 * count * (count + 1)) / 2;
    expect([whole.requests, inTime.at(-1)!.requests]).toEqual([sent, sent]);
    expect(partners.map(({ name, requests }) => [name, requests])).toEqual(
      Array.from({ length: 12 }, (_, n) => [`Partner ${count - n}`, 10 * (count - n)]),
    );
    expect(partners[0]!.inTime.at(-1)).toEqual({ requests: 10 * count, rejected: 0 });
    expect(hasMorePartners).toBe(hasMore);
  });

  it('sorts partners with equal numbers by id, and gives unknown or deleted services no name', async () => {
    await add({ service: partner(2) }, { service: partner(1) }, { service: partner(99) });
    await add({ service: noExternalService, status: 401, errorType: 'missing_api_token', requests: 9 });
    const { partners } = await read();
    expect(
      partners.map(({ externalServiceId, name, rejected }) => [externalServiceId, name, rejected]),
    ).toEqual([
      [noExternalService, null, 9],
      [partner(1), 'Partner 1', 0],
      [partner(2), 'Partner 2', 0],
      [partner(99), null, 0],
    ]);
  });

  it('counts each hour separately, and requests with a status from 400 also as errors', async () => {
    await add({ ago: 23, requests: 5 }, { ago: 24, requests: 1_000 }, { ago: -1, requests: 1_000 });
    await add(
      { requests: 3 },
      { status: 399, requests: 4 },
      { status: 400, errorType: 'invalid_schema', requests: 2 },
    );
    const { whole, inTime, partners } = await read();
    const none = { requests: 0, rejected: 0 };
    const hours = [
      { requests: 5, rejected: 0 },
      ...Array.from({ length: 22 }, () => none),
      { requests: 9, rejected: 2 },
    ];
    expect(inTime).toEqual(hours);
    expect(partners[0]!.inTime).toEqual(hours);
    expect([whole.requests, whole.rejected]).toEqual([14, 2]);
  });

  it('combines daily sums with the hours that are not summed up yet, and counts none twice', async () => {
    await addDay(2, 70);
    await addDay(6, 50);
    await addDay(7, 1_000);
    // Hours of the day that was summed up last are ignored. Those of later days count.
    await add({ ago: 2 * 24 + 15, requests: 900 }, { ago: 24 + 15, requests: 20 }, { ago: 15, requests: 8 });
    const { inTime, whole } = await read('7d');
    expect(inTime.map(({ requests }) => requests)).toEqual([50, 0, 0, 0, 70, 20, 8]);
    expect(whole.requests).toBe(148);
    // Only hours count here, because sums cover whole days.
    expect((await read('24h')).whole.requests).toBe(8);
  });

  it('compares each hour with the same one a week before, also for a partner', async () => {
    const week = 7 * 24;
    await add({ requests: 9 }, { ago: 1, requests: 5 });
    await add({ ago: week, requests: 3 }, { ago: week + 1, requests: 4 }, { ago: week + 23, requests: 2 });
    await add({ ago: week - 1, requests: 1_000 }, { ago: week + 24, requests: 1_000 });
    await add({ service: partner(2) }, { ago: week + 1, service: partner(2), requests: 7 });
    const { before, partners } = await read();
    const none = Array.from({ length: 21 }, () => 0);
    expect(before).toEqual([2, ...none, 11, 3]);
    expect(partners.map((each) => each.before)).toEqual([
      [2, ...none, 4, 3],
      [0, ...none, 7, 0],
    ]);
  });

  it.each([
    ['24h', 1],
    ['7d', 24],
  ] as const)('in %s, shows partners that stopped sending first', async (name, unit) => {
    const week = 7 * 24;
    await add({ status: 400, errorType: 'invalid_schema', requests: 9 }, { ago: week + unit });
    await add({ ago: week + unit, service: partner(2), requests: 3 });
    await add({ ago: week + 2 * unit, service: partner(3), requests: 5 });
    // It is missed only when the current hour or day is over.
    await add({ ago: week, service: partner(4), requests: 9 });
    await add({ ago: week + unit, service: noExternalService, status: 401, requests: 9 });
    const { partners } = await read(name);
    expect(partners.map(({ name, requests, before }) => [name, requests, Math.max(...before!)])).toEqual([
      ['Partner 3', 0, 5],
      ['Partner 2', 0, 3],
      ['Partner 1', 9, 1],
    ]);
  });

  it('compares each of seven days with the one a week before, and thirty days with nothing', async () => {
    await add({ requests: 9 });
    await addDay(7, 60);
    await addDay(13, 40);
    await addDay(14, 1_000);
    const { before } = await read('7d');
    expect(before).toEqual([40, 0, 0, 0, 0, 0, 60]);
    expect((await read('30d')).before).toBeUndefined();
  });

  it('returns the ten most frequent error types and the ten slowest operations', async () => {
    const eleven = Array.from({ length: 11 }, (_, n) => n);
    await add(
      ...eleven.map((n) => ({
        operation: `operation ${n}`,
        status: 400,
        errorType: `type ${n}`,
        requests: 20 - n,
        bucket: n,
      })),
    );
    await add(
      { operation: 'as slow', requests: 15, bucket: 10 },
      { operation: 'slower', requests: 1, bucket: 11 },
    );
    const { errorTypes, operations } = await read();
    expect(errorTypes).toEqual(
      eleven.slice(0, 10).map((n) => ({ errorType: `type ${n}`, requests: 20 - n })),
    );
    expect(operations.map(({ operation }) => operation)).toEqual([
      ...['slower', 'as slow', 'operation 10'],
      ...[9, 8, 7, 6, 5, 4, 3].map((n) => `operation ${n}`),
    ]);
    const { requests, rejected, p50, p95 } = operations.find(({ operation }) => operation === 'operation 5')!;
    expect([requests, rejected]).toEqual([15, 15]);
    for (const told of [p50, p95]) {
      expect(told).toBeGreaterThanOrEqual(latencyBounds[4]);
      expect(told).toBeLessThanOrEqual(latencyBounds[5]);
    }
  });

  it('returns zeros for each hour or day without requests', async () => {
    expect(await read('30d')).toEqual({
      whole: { requests: 0, rejected: 0, p50: 0, p95: 0 },
      inTime: Array.from({ length: 30 }, () => ({ requests: 0, rejected: 0 })),
      partners: [],
      hasMorePartners: false,
      errorTypes: [],
      operations: [],
    });
  });
});
