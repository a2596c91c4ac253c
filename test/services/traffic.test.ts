import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { forEver, keepPartitions, partnerRequests } from '../../src/db/record-tables.ts';
import type { PartnerRequestRecord } from '../../src/services/traffic/partner-request-record.ts';
import { PartnerRequestRecorder } from '../../src/services/traffic/record-partner-request.ts';
import { inLineBehind } from '../harness/assertions/in-line.ts';
import { createFactories } from '../harness/data/factories.ts';
import { useTestDatabase } from '../harness/servers/use-test-service.ts';

describe('records of partner requests and their retention', () => {
  const test = useTestDatabase();
  let externalServiceId: string;
  let recorder: PartnerRequestRecorder;
  beforeEach(() => {
    recorder = new PartnerRequestRecorder(test.database);
  });
  beforeAll(async () => {
    externalServiceId = await createFactories(test.database).externalService();
  });

  const day = 24 * 60 * 60 * 1_000;
  const record = (overrides: Partial<PartnerRequestRecord> = {}, at = Date.now()): PartnerRequestRecord => ({
    id: uuidv7({ msecs: at }),
    at: new Date(at).toISOString(),
    externalServiceId,
    operation: 'createUser',
    externalId: undefined,
    status: 201,
    errorType: undefined,
    issuePaths: [],
    milliseconds: 1.5,
    requestId: 'r',
    callerRequestId: undefined,
    ...overrides,
  });
  const count = async (table: string) => {
    const [row] = await test.database.em().execute<{ n: string }[]>(`select count(*) as n from ${table}`);
    return Number(row!.n);
  };

  it('keeps a record without a partition and moves it when its partition is created', async () => {
    const at = Date.now() + 4_000 * day;
    recorder.record(record({ requestId: 'early' }, at));
    await recorder.flush();
    expect(await count('partner_requests_default')).toBe(1);
    await keepPartitions(test.database, partnerRequests, forEver, at - day);
    expect(await count('partner_requests_default')).toBe(0);
    expect(await rowsOf('early')).toEqual({ rows: 1, requests: 1 });
  });

  it('keeps a record that waits for its partition to be created', async () => {
    const at = Date.now() + 5_000 * day;
    recorder.record(record({ requestId: 'between' }, at));
    const keep = `select ${databaseFunctions().schema}.keep_partitions('partner_requests', 'day', ${forEver}, $1)`;
    const made = [keep, new Date(at).toISOString()] as const;
    expect(await inLineBehind(test.url, made, () => recorder.flush(), 1)).toEqual({ dropped: 0 });
    expect(await rowsOf('between')).toEqual({ rows: 1, requests: 1 });
  });

  const rowsOf = async (requestId: string) => {
    const [row] = await test.database.query<{ rows: number; requests: number }>(
      `select count(*)::int as rows, sum(request_count)::int as requests
       from partner_requests where request_id = $1`,
      [requestId],
    );
    return row;
  };

  it('keeps at most 10,000 records in memory, 100 of them without a service, and counts the others', async () => {
    const requestId = 'bounded';
    for (let i = 0; i < 150; i += 1) {
      recorder.record(record({ requestId, externalServiceId: undefined, status: 401 }));
    }
    for (let i = 0; i < 10_000; i += 1) recorder.record(record({ requestId }));
    expect(await recorder.flush()).toEqual({ dropped: 0 });
    expect(await rowsOf(requestId)).toEqual({ rows: 10_002, requests: 10_150 });
  });

  it('keeps at most 1,000 rejected items between two writes in rows of their own, and counts the others', async () => {
    const requestId = 'items';
    const item = { requestId, operation: 'batchUsers', status: 409, errorType: 'email_already_in_use' };
    for (const expected of [
      { rows: 1_001, requests: 1_200 },
      { rows: 1_002, requests: 1_201 },
    ]) {
      const more = expected.rows === 1_001 ? 1_200 : 1;
      for (let n = 0; n < more; n += 1) recorder.record(record({ ...item, itemIndex: n % 200 }));
      await recorder.flush();
      expect(await rowsOf(requestId)).toEqual(expected);
    }
  });

  it('counts no durations of rejected items, which are those of their batch, and keeps them apart from requests', async () => {
    const own = await createFactories(test.database).externalService();
    const item = { externalServiceId: own, operation: 'batchUsers', status: 503 };
    const failed = { ...item, errorType: 'service_unavailable' };
    for (let n = 0; n < 1_200; n += 1) recorder.record(record({ ...failed, itemIndex: n % 200 }));
    recorder.record(record(failed));
    await recorder.flush();
    const [sum] = await test.database.query(
      `select requests::int, (select sum(one)::int from unnest(latencies) one) as durations
       from partner_traffic where external_service_id = $1`,
      [own],
    );
    expect(sum).toEqual({ requests: 1_201, durations: 1 });
  });

  it('stores requests without a service in rows of their own again after a flood', async () => {
    const requestId = 'after-the-flood';
    const unknown = { requestId, externalServiceId: undefined, status: 401 };
    const writings = [150, 99, 101, 1].map((requests, n) => ({ requests, rows: [101, 99, 101, 1][n]! }));
    const expected = { rows: 0, requests: 0 };
    for (const { requests, rows } of writings) {
      for (let i = 0; i < requests; i += 1) recorder.record(record(unknown));
      await recorder.flush();
      expected.rows += rows;
      expected.requests += requests;
      expect(await rowsOf(requestId)).toEqual(expected);
    }
  });

  it('counts 429 responses in one row for each flush, service, operation and error', async () => {
    const other = await createFactories(test.database).externalService();
    const requestId = 'refused';
    const refused = (overrides: Partial<PartnerRequestRecord> = {}) =>
      record({ requestId, status: 429, errorType: 'rate_limit_exceeded', externalId: 'x', ...overrides });
    const first = refused();
    recorder.record(first);
    for (let i = 1; i < 1_200; i += 1) recorder.record(refused());
    for (let i = 0; i < 5; i += 1) recorder.record(refused({ operation: 'upsertCourtBooking' }));
    for (let i = 0; i < 7; i += 1) recorder.record(refused({ externalServiceId: other }));
    for (let i = 0; i < 9; i += 1) recorder.record(refused({ externalServiceId: undefined }));
    recorder.record(record({ requestId }));
    await recorder.flush();
    expect(await rowsOf(requestId)).toEqual({ rows: 5, requests: 1_222 });
    const [row] = await test.database.query(
      'select external_id, request_count, status from partner_requests where id = $1',
      [first.id],
    );
    expect(row).toEqual({ external_id: null, request_count: 1_200, status: 429 });
  });

  it('limits rows with counts, too, and returns the number of dropped requests', async () => {
    const refused = { requestId: 'beyond', status: 429, errorType: 'rate_limit_exceeded' };
    for (let i = 0; i < 1_100; i += 1) recorder.record(record({ ...refused, operation: `operation-${i}` }));
    expect(await recorder.flush()).toEqual({ dropped: 100 });
    expect(await rowsOf('beyond')).toEqual({ rows: 1_000, requests: 1_000 });
  });

  it('reports dropped records as the number of requests they stand for after a long database failure', async () => {
    const em = test.database.em();
    await em.begin();
    await em.execute('lock table partner_requests in access exclusive mode');
    const requestId = 'away';
    for (let i = 0; i < 10_000; i += 1) recorder.record(record({ requestId }));
    const refused = { requestId, status: 429, errorType: 'rate_limit_exceeded' };
    for (let i = 0; i < 40; i += 1) recorder.record(record(refused));
    await expect(recorder.flush()).rejects.toThrow('is temporarily unavailable');
    await em.rollback();
    expect(await recorder.flush()).toEqual({ dropped: 40 });
    // A cancelled write may have been stored, but never twice.
    expect((await rowsOf(requestId))!.requests).toBeGreaterThanOrEqual(10_000);
    expect((await rowsOf(requestId))!.requests).toBeLessThanOrEqual(10_040);
  });

  it('keeps records during a temporary failure, and drops and counts those that can never be written', async () => {
    const em = test.database.em();
    await em.begin();
    await em.execute('lock table partner_requests in access exclusive mode');
    recorder.record(record({ requestId: 'kept' }));
    await expect(recorder.flush()).rejects.toThrow('is temporarily unavailable');
    await em.rollback();
    expect(await recorder.flush()).toEqual({ dropped: 0 });
    expect(await rowsOf('kept')).toEqual({ rows: 1, requests: 1 });

    await em.execute('alter table partner_requests rename to partner_requests_away');
    recorder.record(record({ requestId: 'never' }));
    await expect(recorder.flush()).rejects.toThrow();
    await em.execute('alter table partner_requests_away rename to partner_requests');
    expect(await recorder.flush()).toEqual({ dropped: 1 });
  });

  it('a flush waits for a running flush, so that nothing is pending when the service closes', async () => {
    for (let n = 0; n < 2_000; n += 1) recorder.record(record({ requestId: 'on-its-way' }));
    const first = recorder.flush();
    let isWritten = false;
    first.then(() => {
      isWritten = true;
    });
    await recorder.flush();
    expect(isWritten).toBe(true);
    expect(await rowsOf('on-its-way')).toEqual({ rows: 2_000, requests: 2_000 });
  });
});
