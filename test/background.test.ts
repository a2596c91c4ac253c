import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditEvents, forEver, keepPartitions, partnerRequests } from '../src/db/record-tables.ts';
import { startTestService, type TestService } from './harness/test-service.ts';

describe('what is done every so often', () => {
  const day = 24 * 60 * 60 * 1_000;
  // What was there before they were partitioned is one partition, which is not what this is about.
  const now = Date.now() + 1_000 * day;
  let service: TestService;
  beforeAll(async () => {
    // An hour passes when the test says so. What waits for the database is not concerned.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    service = await startTestService('postgresql', {
      now: () => now,
      partnerRequestDays: 20,
      auditEventDays: 200,
    });
  });
  afterAll(async () => {
    await service.stop();
    vi.useRealTimers();
  });

  it('what partners sent is kept for its days, and who changed what for others', async () => {
    const { database } = service;
    const [kept, gone] = ['kept', 'gone'];
    const ages: Record<'partner_requests' | 'audit_events', [string, number][]> = {
      partner_requests: [
        [kept, 19],
        [gone, 22],
      ],
      // By the month, so that one may be kept for so much longer.
      audit_events: [
        [kept, 199],
        [gone, 232],
      ],
    };
    for (const [table, rows] of [
      [partnerRequests, ages.partner_requests],
      [auditEvents, ages.audit_events],
    ] as const) {
      for (const [requestId, days] of rows) {
        const msecs = now - days * day;
        await keepPartitions(database, table, forEver, msecs);
        const [id, at] = [uuidv7({ msecs }), new Date(msecs).toISOString()];
        await (table === partnerRequests
          ? database.query(
              `insert into partner_requests (id, at, operation, status, issue_paths, milliseconds, request_id)
               values ($1, $2, 'createUser', 401, '{}', 1, $3)`,
              [id, at, requestId],
            )
          : database.query(
              `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
               values ($1, $2, 'api_token', $1, $3, 'createUser', 'user', $1)`,
              [id, at, requestId],
            ));
      }
    }
    const left = async () => {
      const tables = Object.keys(ages).map((table) =>
        database.query<{ name: string }>(
          `select request_id as name from ${table} where request_id = any ($1) order by id desc`,
          [[kept, gone]],
        ),
      );
      return (await Promise.all(tables)).map((rows) => rows.map(({ name }) => name));
    };
    expect(await left()).toEqual([
      [kept, gone],
      [kept, gone],
    ]);
    vi.advanceTimersByTime(60 * 60 * 1_000);
    await expect.poll(left).toEqual([[kept], [kept]]);
  });
});
