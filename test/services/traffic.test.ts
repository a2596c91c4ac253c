import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEver, keepPartitions, partnerRequests } from '../../src/db/record-tables.ts';
import type { PartnerRequestRecord } from '../../src/services/traffic/partner-request-record.ts';
import { PartnerRequestRecorder } from '../../src/services/traffic/record-partner-request.ts';
import { createFactories } from '../harness/data/factories.ts';
import { useTestDatabase } from '../harness/servers/use-test-service.ts';

describe('records of partner requests and their retention', () => {
  const test = useTestDatabase();
  let externalServiceId: string;
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

  it('drops only records older than the retention period, together with their partition', async () => {
    const now = Date.now() + 400 * day;
    const recorder = new PartnerRequestRecorder(test.database);
    // Runs for every day, as the service does, because a partition must exist before its day.
    for (let ago = 34; ago >= 0; ago -= 1) {
      const at = now - ago * day;
      await keepPartitions(test.database, partnerRequests, 30, at);
      recorder.record(record({ requestId: `age-${ago}` }, at));
      await recorder.flush();
    }
    await keepPartitions(test.database, partnerRequests, 30, now);
    const rows = await test.database
      .em()
      .execute<{ age: string; partition: string }[]>(
        "select request_id as age, tableoid::regclass::text as partition from partner_requests where request_id like 'age-%' order by id",
      );
    // A day is kept completely until its last record is old enough.
    expect(rows.map(({ age }) => age)).toEqual(Array.from({ length: 31 }, (_, n) => `age-${30 - n}`));
    expect(new Set(rows.map(({ partition }) => partition)).size).toBe(31);
    expect(await count('partner_requests_default')).toBe(0);
  });

  it('keeps a record without a partition and moves it when its partition is created', async () => {
    const recorder = new PartnerRequestRecorder(test.database);
    const at = Date.now() + 4_000 * day;
    recorder.record(record({ requestId: 'early' }, at));
    await recorder.flush();
    expect(await count('partner_requests_default')).toBe(1);
    await keepPartitions(test.database, partnerRequests, forEver, at - day);
    expect(await count('partner_requests_default')).toBe(0);
    expect(
      await test.database.query('select 1 from partner_requests where request_id = $1', ['early']),
    ).toHaveLength(1);
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
    const recorder = new PartnerRequestRecorder(test.database);
    const requestId = 'bounded';
    for (let i = 0; i < 150; i += 1) {
      recorder.record(record({ requestId, externalServiceId: undefined, status: 401 }));
    }
    for (let i = 0; i < 10_000; i += 1) recorder.record(record({ requestId }));
    expect(await recorder.flush()).toEqual({ dropped: 0 });
    expect(await rowsOf(requestId)).toEqual({ rows: 10_002, requests: 10_150 });
  });

  it('keeps at most 1,000 rejected items between two writes in rows of their own, and counts the others', async () => {
    const recorder = new PartnerRequestRecorder(test.database);
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
    const recorder = new PartnerRequestRecorder(test.database);
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
    const recorder = new PartnerRequestRecorder(test.database);
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
    const recorder = new PartnerRequestRecorder(test.database);
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
    const recorder = new PartnerRequestRecorder(test.database);
    const refused = { requestId: 'beyond', status: 429, errorType: 'rate_limit_exceeded' };
    for (let i = 0; i < 1_100; i += 1) recorder.record(record({ ...refused, operation: `operation-${i}` }));
    expect(await recorder.flush()).toEqual({ dropped: 100 });
    expect(await rowsOf('beyond')).toEqual({ rows: 1_000, requests: 1_000 });
  });

  it('reports dropped records as the number of requests they stand for after a long database failure', async () => {
    const recorder = new PartnerRequestRecorder(test.database);
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
    const recorder = new PartnerRequestRecorder(test.database);
    const em = test.database.em();
    await em.begin();
    await em.execute('lock table partner_requests in access exclusive mode');
    recorder.record(record({ requestId: 'kept' }));
    await expect(recorder.flush()).rejects.toThrow('is temporarily unavailable');
    await em.rollback();
    expect(await recorder.flush()).toEqual({ dropped: 0 });
    const kept = await test.database.query('select 1 from partner_requests where request_id = $1', ['kept']);
    expect(kept).toHaveLength(1);

    await em.execute('alter table partner_requests rename to partner_requests_away');
    recorder.record(record({ requestId: 'never' }));
    await expect(recorder.flush()).rejects.toThrow();
    await em.execute('alter table partner_requests_away rename to partner_requests');
    expect(await recorder.flush()).toEqual({ dropped: 1 });
  });

  it('a flush waits for a running flush, so that nothing is pending when the service closes', async () => {
    const recorder = new PartnerRequestRecorder(test.database);
    for (let n = 0; n < 2_000; n += 1) recorder.record(record({ requestId: 'on-its-way' }));
    const first = recorder.flush();
    let isWritten = false;
    first.then(() => {
      isWritten = true;
    });
    await recorder.flush();
    expect(isWritten).toBe(true);
    const written = await test.database.query('select 1 from partner_requests where request_id = $1', [
      'on-its-way',
    ]);
    expect(written).toHaveLength(2_000);
  });
});
