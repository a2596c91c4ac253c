import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { readPartnerFaults, readPartnerTraffic } from '../../../src/services/traffic/read-partner-traffic.ts';
import { sumUpTrafficDays } from '../../../src/services/traffic/sum-up-traffic-days.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 22);
const viewer = authorizeAnyOperator({ id: uuidv7(), name: 'Jo', role: 'VIEWER' });
const services = [uuidv7(), uuidv7()];

describe.each(databaseKinds)('daily traffic on %s', (kind) => {
  const test = useTestDatabase(kind);
  const tables = 'partner_traffic, partner_traffic_by_day, partner_faults, partner_faults_by_day';
  beforeEach(() => test.database.query(`truncate ${tables}`, []));

  /** Each hour has as many faults as requests, with the status as their place. */
  const record = (at: number, requests: number, sdkVersion?: string, status = 201, service = services[0]) =>
    test.database.query(
      `with hours as (
         insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id, sdk_version)
         select date_trunc('hour', $1::timestamptz, 'UTC'), $2, 'createUser', $3, '', $4::bigint,
           array[$4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]::bigint[], $1, $1, 'r-' || $4, $5
         returning *
       ) insert into partner_faults
       select hour, external_service_id, operation, error_type, status, requests, first_at, last_at, request_id from hours`,
      [new Date(at).toISOString(), service, status, requests, sdkVersion],
    );
  type Only = { externalServiceId?: string | undefined };
  const rangeOf = (from: number, to: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  const read = (from: number, to: number, query: object = {}) =>
    readPartnerTraffic(test.database, viewer, {
      ...rangeOf(from, to),
      ...{ bucket: 'WHOLE', groupBy: [], ...query },
    });
  const readFaults = (from: number, to: number, { externalServiceId }: Only = {}) =>
    readPartnerFaults(test.database, viewer, { ...rangeOf(from, to), externalServiceId }, 100);
  /** Of all requests and of all faults, which are as many. */
  const requestsOf = async (from: number, to: number) => {
    const [[traffic], [faults]] = await Promise.all([read(from, to), readFaults(from, to)]);
    expect(faults?.requests).toBe(traffic?.requests);
    return traffic?.requests;
  };
  const setRequests = async (value: string) => {
    for (const table of ['partner_traffic', 'partner_faults'])
      await test.database.query(`update ${table} set requests = ${value}`, []);
  };

  it('changes no number of any range, bucket or group', async () => {
    const minute = fc.integer({ min: 0, max: 7_200 }).map((n) => midnight - 4 * day + n * 60_000);
    const range = fc.record({
      ...{ from: minute, to: minute, bucket: fc.constantFrom('DAY', 'WHOLE', 'HOUR') },
      groupBy: fc.constantFrom([], ['SERVICE'], ['STATUS', 'SERVICE'], ['OPERATION']),
      externalServiceId: fc.constantFrom(undefined, services[1]),
    });
    const some = { minLength: 1, maxLength: 20 };
    // In each of 120 hours, a row of each service with each status.
    const rowsOfHours = fc.uniqueArray(fc.nat({ max: 479 }), some);
    await fc.assert(
      fc.asyncProperty(rowsOfHours, fc.array(range, some), async (rows, ranges) => {
        await test.database.query(`truncate ${tables}`, []);
        // The requests are different powers of two, so that sums differ and the order is certain.
        const written = rows.map((row, n) => ({
          hour: midnight - 4 * day + (row >> 2) * hour,
          service: services[row & 1]!,
          requests: 2 ** n,
        }));
        for (const [n, { hour, service, requests }] of written.entries())
          await record(hour + n, requests, n % 2 ? '1.0.0' : undefined, rows[n]! & 2 ? 400 : 201, service);
        const all = () =>
          Promise.all(
            ranges.flatMap(({ from, to, ...query }) => [read(from, to, query), readFaults(from, to, query)]),
          );
        const before = await all();
        const totals = ranges.map(({ from, to, externalServiceId: only = '' }) =>
          written
            .filter((row) => row.hour > from - hour && row.hour < to && row.service.startsWith(only))
            .reduce((sum, { requests }) => sum + requests, 0),
        );
        const sumOf = (found: { requests: number }[]) => found.reduce((sum, each) => sum + each.requests, 0);
        expect(before.map(sumOf)).toEqual(totals.flatMap((total) => [total, total]));
        await sumUpTrafficDays(test.database, midnight + 2 * hour);
        expect(await all()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('is read instead of the hours of each past day, an hour after the end of the day', async () => {
    for (const [n, at] of [-40 * day, -2 * day, -hour, 0].entries()) await record(midnight + at, 2 ** n);
    // Requests from before midnight may still be written.
    await Promise.all([1, 2, 3].map(() => sumUpTrafficDays(test.database, midnight + hour - 1)));
    await setRequests('1000');
    expect(await requestsOf(midnight - 50 * day, midnight + day)).toBe(1 + 2 + 1000 + 1000);
    expect(await requestsOf(midnight - 41 * day, midnight - 39 * day)).toBe(1);
    expect(await requestsOf(midnight - 40 * day, midnight - 40 * day + 1)).toBe(1000);
  });

  it('includes requests that were written late', async () => {
    await record(midnight - hour, 1);
    await sumUpTrafficDays(test.database, midnight + hour);
    await setRequests('requests + 2');
    await record(midnight - 25 * hour, 4);
    await sumUpTrafficDays(test.database, midnight + 2 * hour);
    expect(await requestsOf(midnight - 2 * day, midnight)).toBe(7);
  });

  it('neither misses nor repeats requests while days are summed and new requests arrive', async () => {
    for (let n = 1; n <= 120; n += 1) await record(midnight - n * hour, 1);
    const range = [midnight - 120 * hour, midnight + 2 * day] as const;
    const summing = sumUpTrafficDays(test.database, midnight + 2 * hour);
    for (let n = 0; n < 40; n += 1) {
      const reads = Promise.all([read(...range), readFaults(...range), record(midnight + n * hour, 1)]);
      const [[traffic], [faults]] = await reads;
      for (const found of [traffic, faults]) expect([120 + n, 121 + n]).toContain(found!.requests);
    }
    await summing;
    expect(await requestsOf(...range)).toBe(160);
  });
});
