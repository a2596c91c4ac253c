import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingBody } from '../../harness/factories.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';

describe('a court that is closed while a booking waits to move', () => {
  let service: TestService;
  let closing: pg.Client;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    closing = new pg.Client(service.url);
    await closing.connect();
  });
  afterAll(async () => {
    await closing.end();
    await service.stop();
  });

  it.each([
    ['to it: is refused, though the court that it leaves is open', 0, 1, 'court_not_found'],
    ['away from it: is done, since the other one is open', 1, 0, 200],
  ] as const)('%s', async (_what, from, to, outcome) => {
    const { externalServiceId, token, courtIds } = await service.factories.tenant();
    const put = (court: 0 | 1, overrides = {}) =>
      service.upsertCourtBooking(externalServiceId, 'x', {
        token,
        body: bookingBody(courtIds[court], overrides),
      });
    expect((await put(from)).status).toBe(201);
    await closing.query('begin');
    await closing.query('update courts set active = false where id = $1', [courtIds[1]]);
    const waiting = put(to, { externalUpdatedAt: '2026-11-21T12:00:00Z' });
    await expect
      .poll(async () => {
        const waits = "select pid from pg_stat_activity where wait_event_type = 'Lock'";
        return (await service.database.query(`${waits} and datname = current_database()`, [])).length;
      })
      .toBe(1);
    await closing.query('commit');
    const { status, body } = await waiting;
    expect(body.error?.type ?? status).toBe(outcome);
  });
});
