import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { latencyBounds } from '../../../src/db/entities/partner-traffic.ts';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { deleteOldTraffic } from '../../../src/services/traffic/delete-old-traffic.ts';
import type { PartnerRequestRecord } from '../../../src/services/traffic/partner-request-record.ts';
import {
  quantile,
  readPartnerFaults,
  readPartnerTraffic,
} from '../../../src/services/traffic/read-partner-traffic.ts';
import { PartnerRequestRecorder } from '../../../src/services/traffic/record-partner-request.ts';
import { sumUpTrafficDays } from '../../../src/services/traffic/sum-up-traffic-days.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, databaseKinds } from '../../harness/servers/test-database.ts';
import { forTest, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const viewer = authorizeAnyOperator({ id: uuidv7(), name: 'Jo', role: 'VIEWER' });
const from = '2026-11-20T00:00:00Z';
const to = '2026-11-22T00:00:00Z';
const all = { from, to, bucket: 'WHOLE', groupBy: [] } as const;

describe.each(databaseKinds)('traffic on %s', (kind) => {
  const test = useTestDatabase(kind);
  let services: string[];
  beforeAll(async () => {
    const factories = createFactories(test.database);
    services = [await factories.externalService(), await factories.externalService()];
  });

  const record = (overrides: Partial<PartnerRequestRecord> & { at: string }): PartnerRequestRecord => ({
    id: uuidv7({ msecs: Date.parse(overrides.at) }),
    externalServiceId: services[0],
    operation: 'createUser',
    status: 201,
    errorType: undefined,
    issuePaths: [],
    milliseconds: 3,
    requestId: `r-${overrides.at}`,
    callerRequestId: undefined,
    ...overrides,
  });
  const write = async (records: PartnerRequestRecord[]) => {
    const recorder = new PartnerRequestRecorder(test.database);
    for (const one of records) recorder.record(one);
    await recorder.flush();
  };

  it('sums requests by hour, day, service, operation, status and error type, with a sample', async () => {
    const invalid = { status: 400, errorType: 'invalid_schema' };
    await write([
      record({ at: '2026-11-20T10:00:00Z', sdkVersion: '1.0.0' }),
      record({ at: '2026-11-20T10:59:59.999Z', sdkVersion: '1.1.0' }),
      record({ at: '2026-11-20T11:00:00Z' }),
      record({ at: '2026-11-21T09:30:00Z', ...invalid, issuePaths: ['email', 'birthday'] }),
      record({
        at: '2026-11-21T09:31:00Z',
        ...invalid,
        operation: 'batchCourtBookings',
        issuePaths: ['items.3.courtId', 'items.17.courtId', 'items'],
      }),
      record({ at: '2026-11-21T09:32:00Z', externalServiceId: services[1] }),
      record({
        at: '2026-11-21T09:33:00Z',
        externalServiceId: undefined,
        status: 401,
        errorType: 'invalid_api_token',
      }),
      record({ at: '2026-11-22T00:00:00Z' }),
    ]);
    await write([record({ at: '2026-11-20T10:30:00Z', milliseconds: 30 })]);

    const rows = await readPartnerTraffic(test.database, viewer, {
      ...all,
      bucket: 'DAY',
      groupBy: ['SERVICE', 'ERROR_TYPE'],
    });
    const [day, next] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
    const told = ({
      startsAt,
      externalServiceId,
      operation,
      errorType,
      requests,
      refused,
    }: (typeof rows)[number]) => [
      new Date(startsAt!).toISOString().replace('.000', ''),
      externalServiceId,
      operation,
      errorType,
      requests,
      refused,
    ];
    expect(rows.map(told).map(String).sort()).toEqual(
      [
        [day, services[0], null, null, 4, 0],
        [next, services[0], null, 'invalid_schema', 2, 2],
        [next, services[1], null, null, 1, 0],
        [next, null, null, 'invalid_api_token', 1, 1],
      ]
        .map(String)
        .sort(),
    );
    expect(rows[0]).toMatchObject({ requestId: 'r-2026-11-20T11:00:00Z', sdkVersion: '1.1.0', p50: 4.17 });
    expect([rows[0]!.firstAt, rows[0]!.lastAt].map((at) => new Date(at).toISOString())).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
    ]);
    const [whole] = await readPartnerTraffic(test.database, viewer, all);
    expect(whole).toMatchObject({
      startsAt: null,
      externalServiceId: null,
      status: null,
      requests: 8,
      refused: 3,
    });
    expect(whole!.perSecond).toBeCloseTo(8 / (2 * 24 * 3_600), 12);
    const times = { from: '2026-11-20T10:59:00Z', to: '2026-11-20T11:01:00Z' };
    const [hoursOfTimes] = await readPartnerTraffic(test.database, viewer, { ...all, ...times });
    expect(hoursOfTimes).toMatchObject({ requests: 4, perSecond: 4 / 7_200 });
    const hours = await readPartnerTraffic(test.database, viewer, {
      ...all,
      bucket: 'HOUR',
      externalServiceId: services[0],
    });
    expect(hours.map(({ requests }) => requests)).toEqual([3, 1, 2]);

    const faults = await readPartnerFaults(test.database, viewer, { from, to }, 20);
    expect(
      faults
        .map(({ externalServiceId, operation, errorType, place, requests }) =>
          [externalServiceId, operation, errorType, place, requests].join(),
        )
        .sort(),
    ).toEqual(
      [
        [services[0], 'createUser', 'invalid_schema', 'email', 1],
        [services[0], 'createUser', 'invalid_schema', 'birthday', 1],
        [services[0], 'batchCourtBookings', 'invalid_schema', 'items.*.courtId', 1],
        [services[0], 'batchCourtBookings', 'invalid_schema', 'items', 1],
        ['', 'createUser', 'invalid_api_token', '', 1],
      ]
        .map((row) => row.join())
        .sort(),
    );
    const ofOne = (externalServiceId: string | undefined) =>
      readPartnerFaults(test.database, viewer, { from, to, externalServiceId }, 20);
    expect((await ofOne(services[0])).map((fault) => fault.externalServiceId)).toEqual(
      Array.from({ length: 4 }, () => services[0]),
    );
    expect(await ofOne(services[1])).toEqual([]);
  });

  it('names the last request of each group, and the version of the SDK that was used last', async () => {
    // At each time there is a request of each partner in each operation. Each hour has two times, with different statuses.
    const written = Array.from({ length: 24 }, (_, n) =>
      record({
        at: `2026-11-17T${10 + (n >> 3)}:0${(n >> 2) % 2}:00Z`,
        requestId: `last-${n}`,
        externalServiceId: services[n % 2],
        operation: n % 4 < 2 ? 'createUser' : 'listUsers',
        status: 200 + ((n >> 2) % 2),
        sdkVersion: n % 3 === 0 ? `1.${n}.0` : undefined,
      }),
    );
    await write(written);
    const wanted = { ...all, from: '2026-11-17T00:00:00Z', to: '2026-11-18T00:00:00Z' };
    for (const bucket of ['WHOLE', 'DAY', 'HOUR'] as const)
      for (const externalServiceId of services) {
        const range = { ...wanted, bucket, groupBy: ['OPERATION' as const], externalServiceId };
        for (const row of await readPartnerTraffic(test.database, viewer, range)) {
          const own = written.filter(
            (one) =>
              one.externalServiceId === externalServiceId &&
              one.operation === row.operation &&
              (bucket !== 'HOUR' || one.at.slice(0, 13) === row.startsAt!.slice(0, 13)),
          );
          const used = own.findLast(({ sdkVersion }) => sdkVersion !== undefined);
          expect([row.requestId, row.sdkVersion]).toEqual([own.at(-1)!.requestId, used?.sdkVersion ?? null]);
        }
      }
  });

  it('counts requests once, even if a write is repeated after a lost response', async () => {
    const at = '2026-11-19T10:00:00Z';
    const rows = [record({ at }), record({ at })];
    await write(rows);
    await write(rows);
    const [row] = await readPartnerTraffic(test.database, viewer, {
      ...all,
      from: '2026-11-19T00:00:00Z',
      to: from,
    });
    expect(row!.requests).toBe(2);
  });

  it('includes the requests that a row only counts, also in a flood', async () => {
    const at = '2026-11-18T10:00:00Z';
    await write(
      Array.from({ length: 500 }, () => record({ at, status: 429, errorType: 'rate_limit_exceeded' })),
    );
    const [row] = await readPartnerTraffic(test.database, viewer, {
      ...all,
      from: at,
      to: '2026-11-18T11:00:00Z',
      groupBy: ['ERROR_TYPE'],
    });
    expect(row).toMatchObject({ errorType: 'rate_limit_exceeded', requests: 500, refused: 500 });
  });

  it('is deleted with its faults after 400 days', async () => {
    const now = Date.parse('2026-11-22T00:00:00Z');
    const old = new Date(now - 401 * 24 * 60 * 60_000).toISOString();
    const young = new Date(now - 399 * 24 * 60 * 60_000).toISOString();
    const invalid = { status: 400, errorType: 'invalid_schema' };
    await write([record({ at: old, ...invalid }), record({ at: young, ...invalid })]);
    await sumUpTrafficDays(test.database, now);
    await deleteOldTraffic(test.database, now);
    const range = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    const [row] = await readPartnerTraffic(test.database, viewer, { ...all, ...range });
    expect(row!.requests).toBe(1);
    expect(await readPartnerFaults(test.database, viewer, range, 5)).toMatchObject([{ requests: 1 }]);
  });
});

describe('traffic that several processes write at the same time', () => {
  it('is complete without duplicates or deadlocks', async () => {
    const test = await forTest(createTestDatabase('postgresql', 20));
    const services = await Promise.all(
      Array.from({ length: 4 }, () => createFactories(test.database).externalService()),
    );
    const at = '2026-11-20T10:00:00Z';
    const recorders = Array.from({ length: 8 }, () => new PartnerRequestRecorder(test.database));
    const operations = ['createUser', 'upsertCourtBooking', 'listChanges'];
    await Promise.all(
      recorders.map(async (recorder, index) => {
        for (let turn = 0; turn < 10; turn += 1) {
          for (let n = 0; n < 24; n += 1) {
            const place = (n * [1, 5, 7, 11, 13, 17, 19, 23][index]!) % 24;
            recorder.record({
              id: uuidv7({ msecs: Date.parse(at) }),
              at,
              externalServiceId: services[place % 4],
              operation: operations[place % 3]!,
              status: place < 12 ? 200 : 400,
              errorType: place < 12 ? undefined : 'invalid_schema',
              issuePaths: place < 12 ? [] : ['email', `items.${n}`],
              milliseconds: n,
              requestId: 'r',
              callerRequestId: undefined,
            });
          }
          await recorder.flush();
        }
      }),
    );
    const rows = await readPartnerTraffic(test.database, viewer, { ...all, groupBy: ['STATUS'] });
    expect(rows.map(({ status, requests }) => [status, requests]).sort()).toEqual([
      [200, 960],
      [400, 960],
    ]);
    const faults = await readPartnerFaults(test.database, viewer, { from, to }, 100);
    expect(faults.reduce((sum, { requests }) => sum + requests, 0)).toBe(2 * 960);
  });
});

describe('quantile estimated from counts', () => {
  it('is in the same bucket as the exact quantile', () => {
    const millis = fc.array(fc.double({ min: 0, max: 2_499, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(millis, fc.constantFrom(0.5, 0.95), (values, share) => {
        const bucketOf = (value: number) => latencyBounds.filter((bound) => value >= bound).length;
        const counts = Array.from(
          { length: latencyBounds.length + 1 },
          (_, bucket) => values.filter((value) => bucketOf(value) === bucket).length,
        );
        const real = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1]!;
        const told = quantile(counts, share);
        const bucket = bucketOf(real);
        expect(told).toBeGreaterThanOrEqual(latencyBounds[bucket - 1] ?? 0);
        expect(told).toBeLessThanOrEqual(latencyBounds[bucket] ?? Number.POSITIVE_INFINITY);
      }),
    );
  });
});
