import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordTables } from '../../src/db/record-tables.ts';
import { startSession } from '../../src/services/operators/operator-session.ts';
import { type ClockedService, startBeside, startClockedService } from '../harness/data/clock.ts';
import { userBody } from '../harness/data/factories.ts';
import { valueIn } from '../harness/data/rows.ts';
import { forTest, useService, useWorld } from '../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Counts how many hourly rounds a process has begun, and how many of them it has completed. */
function watchRounds({ database, logLines }: ClockedService) {
  const { query, call } = database;
  let [ended, kept] = [0, 0];
  const failed = () => logLines.filter(({ msg }) => String(msg).startsWith('deleting old records')).length;
  const over = () => expect.poll(() => ended + failed(), { interval: 5 }).toBe(rounds.begun);
  const rounds = { begun: 0, whole: 0, over };
  database.query = async (text, ...rest) => {
    // The first and the last step of the hourly round.
    if (text.startsWith('delete from rate_limit_buckets')) {
      rounds.begun += 1;
      kept = 0;
    }
    const answer = await query<never>(text, ...rest);
    if (text.startsWith('delete from alerts')) {
      ended += 1;
      if (kept === recordTables.length) rounds.whole += 1;
    }
    return answer;
  };
  database.call = async (name, values, ...rest) => {
    const answer = await call(name, values, ...rest);
    if (name === 'keep_partitions' && answer === null) kept += 1;
    return answer;
  };
  return rounds;
}

describe('describe background jobs', () => {
  const service = useService(() => {
    // Only intervals are fake. Timeouts still run in real time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return startClockedService({ partnerRequestDays: 5, auditEventDays: 40, cancellationDays: 90 });
  });
  afterAll(() => void vi.useRealTimers());
  let rounds: ReturnType<typeof watchRounds>;
  beforeAll(() => {
    rounds = watchRounds(service);
  });
  const world = useWorld(service);

  /** Runs an hourly round now. If a table is in use, the round leaves it for the next hour, so this repeats until a round is complete. */
  const everyHour = async (of = rounds) => {
    // Wait for a round that began in the seconds before.
    await of.over();
    const { whole } = of;
    while (of.whole === whole) {
      const { begun } = of;
      vi.advanceTimersByTime(hour);
      expect(of.begun).toBe(begun + 1);
      await of.over();
    }
  };
  const rows = (from: string) => valueIn<number>(service, `select count(*)::int as rows from ${from}`);
  const later = <Answer>(ask: () => Answer) => {
    vi.advanceTimersByTime(5_000);
    return ask();
  };
  const makeUser = async (requestId: string) => {
    const { id, token } = world.services.alpha;
    const headers = { 'X-Request-Id': requestId };
    const answer = await service.createUser(id, { token: token.secret, body: userBody(), headers });
    expect(answer.status).toBe(201);
    const recorded = () => rows(`partner_requests where caller_request_id = '${requestId}'`);
    await expect.poll(() => later(recorded), { interval: 5 }).toBe(1);
    return answer.body.id as string;
  };
  const untilMidnight = () => day - (service.clock.now() % day);
  const toNextMonth = () => {
    const now = new Date(service.clock.now());
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  };

  it('records a request within a second of its response', async () => {
    const { id, token } = world.services.alpha;
    for (const requestId of ['soon', 'as-soon']) {
      const recorded = () => rows(`partner_requests where caller_request_id = '${requestId}'`);
      const headers = { 'X-Request-Id': requestId };
      await service.createUser(id, { token: token.secret, body: {}, headers });
      expect(await recorded()).toBe(0);
      vi.advanceTimersByTime(1_000);
      // The fake timers do not advance meanwhile, so no later flush can record it.
      for (let n = 0; n < 1_000 && (await recorded()) === 0; n += 1);
      expect(await recorded()).toBe(1);
    }
  });

  it('deletes partner requests a day at a time, after the configured number of days', async () => {
    await service.clock.advance(10 * day);
    await everyHour();
    await makeUser('old');
    await service.clock.advance(untilMidnight());
    const midnight = service.clock.now();
    await makeUser('young');
    const kept = async () => [
      await rows("partner_requests where caller_request_id = 'old'"),
      await rows("partner_requests where caller_request_id = 'young'"),
    ];
    await service.clock.advance(midnight + 5 * day - 1 - service.clock.now());
    await everyHour();
    expect(await kept()).toEqual([1, 1]);
    await service.clock.advance(1);
    await everyHour();
    expect(await kept()).toEqual([0, 1]);
    await service.clock.advance(day);
    await everyHour();
    expect(await kept()).toEqual([0, 0]);
  });

  it('deletes audit events a month at a time, after the configured number of days', async () => {
    await service.clock.advance(toNextMonth() + 60 * day);
    await everyHour();
    const old = await makeUser('old-event');
    await service.clock.advance(toNextMonth());
    const start = service.clock.now();
    await everyHour();
    const young = await makeUser('young-event');
    const kept = async () => [
      await rows(`audit_events where subject_id = '${old}'`),
      await rows(`audit_events where subject_id = '${young}'`),
    ];
    await service.clock.advance(start + 40 * day - 1 - service.clock.now());
    await everyHour();
    expect(await kept()).toEqual([1, 1]);
    await service.clock.advance(1);
    await everyHour();
    expect(await kept()).toEqual([0, 1]);
    expect(await rows('users')).toBe(10);
    expect(await rows('court_bookings')).toBe(6);
  });

  it('deletes cancellations without a booking after the configured number of days', async () => {
    const stamps = () => rows("cancellation_stamps where external_court_booking_id = 'late'");
    const { id, token } = world.services.alpha;
    const cancel = () =>
      service.cancelCourtBooking(id, 'late', '2026-11-20T12:00:00Z', { token: token.secret });
    expect((await cancel()).status).toBe(200);
    const [row] = await service.database.query<{ at: number }>(
      `select extract(epoch from cancelled_at)::float8 * 1000 as at from cancellation_stamps
       where external_court_booking_id = 'late'`,
      [],
    );
    await service.clock.advance(row!.at + 90 * day - service.clock.now());
    await everyHour();
    expect(await stamps()).toBe(1);
    await service.clock.advance(1);
    await everyHour();
    expect(await stamps()).toBe(0);
  });

  it('deletes nothing by a clock that is ahead of that of PostgreSQL', async () => {
    await makeUser('kept');
    const kept = () => rows("partner_requests where caller_request_id = 'kept'");
    await service.clock.advance(100 * day);
    await service.database.query("update clock.reading set at = at - interval '100 days'", []);
    await everyHour();
    expect(await kept()).toBe(1);
    await service.clock.advance(0);
    await everyHour();
    expect(await kept()).toBe(0);
  });

  it('deletes old rows 5 s after a start, even if the process restarts within the hour', async () => {
    await service.clock.advance(untilMidnight());
    await everyHour();
    await makeUser('of-one-start');
    await service.clock.advance(6 * day);
    const old = () => rows("partner_requests where caller_request_id = 'of-one-start'");
    expect(await old()).toBe(1);
    const another = await forTest(startBeside(service, { partnerRequestDays: 5, auditEventDays: 40 }));
    const roundsOfAnother = watchRounds(another);
    const keeps: string[] = [];
    const { call } = another.database;
    another.database.call = (name, ...rest) => {
      if (name === 'keep_partitions') keeps.push(name);
      return call(name, ...rest);
    };
    vi.advanceTimersByTime(4_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(keeps).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(roundsOfAnother.begun).toBe(1);
    await roundsOfAnother.over();
    // A table may have been in use.
    if (roundsOfAnother.whole === 0) await everyHour(roundsOfAnother);
    expect(await old()).toBe(0);
  });

  it('deletes ended sessions and unused rate limit buckets', async () => {
    const { database, clock } = service;
    await startSession(database, clock.time.newId, world.operators.viewer.id);
    await makeUser('bucket');
    await clock.advance(12 * hour);
    await everyHour();
    // Processes use this bucket to take turns checking for alerts.
    const buckets = "rate_limit_buckets where key not like 'alerts/%'";
    expect([await rows('operator_sessions'), await rows(buckets)]).toEqual([1, 1]);
    await clock.advance(12 * hour + 1);
    await everyHour();
    expect([await rows('operator_sessions'), await rows(buckets)]).toEqual([0, 0]);
  });

  it('records the last use of a token and renews the lease of the function schema', async () => {
    const at = (column: string, from: string) =>
      valueIn<number>(
        service,
        `select (extract(epoch from ${column}) * 1000)::float8 as millis from ${from}`,
      );
    const { id } = world.services.alpha.token;
    await service.clock.advance(hour);
    await makeUser('use');
    await expect
      .poll(() => later(() => at('last_used_at', `api_tokens where id = '${id}'`)))
      .toBe(service.clock.now());
    vi.advanceTimersByTime(10 * 60_000);
    await expect.poll(() => at('renewed_at', 'function_schemas')).toBe(service.clock.now());
    expect(await rows('api_tokens where last_used_at is not null')).toBe(1);
  });

  it('sequences changes once at a time in a process, so that the last page reports caughtUp', async () => {
    const { database } = service;
    const { call } = database;
    const gate = Promise.withResolvers<void>();
    let [underWay, most, times] = [0, 0, 0];
    database.call = async (name, values, ...rest) => {
      if (name !== 'number_changes') return call(name, values, ...rest);
      underWay += 1;
      times += 1;
      most = Math.max(most, underWay);
      await gate.promise;
      return call(name, values, ...rest).finally(() => {
        underWay -= 1;
      });
    };
    const { id, token } = world.services.alpha;
    const page = service.call(`/api/v1/external-services/${id}/changes?cursor=latest`, {
      token: token.secret,
    });
    await expect.poll(() => underWay).toBe(1);
    for (let second = 0; second < 2; second += 1) vi.advanceTimersByTime(1_000);
    await makeUser('numbered');
    gate.resolve();
    expect((await page).body.caughtUp).toBe(true);
    await expect.poll(() => times).toBeGreaterThan(1);
    expect(most).toBe(1);
    database.call = call;
  });
});
