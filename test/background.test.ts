import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSession } from '../src/services/operators/operator-session.ts';
import { type ClockedService, startClockedService } from './harness/clock.ts';
import { userBody } from './harness/factories.ts';
import { createWorld, type World } from './harness/world.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('what a service does beside answering, as time goes by', () => {
  let service: ClockedService;
  let world: World;
  let rounds = 0;
  beforeAll(async () => {
    // Only what is done again and again: whatever waits still takes its time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    service = await startClockedService({ partnerRequestDays: 5, auditEventDays: 40, cancellationDays: 90 });
    // The last thing that is done every hour.
    const { call } = service.database;
    service.database.call = async (name, values, ...rest) => {
      const answer = await call(name, values, ...rest);
      const isLast = name === 'keep_partitions' && 'table' in values && values.table === 'audit_events';
      if (isLast && answer === null) rounds += 1;
      return answer;
    };
    world = await createWorld(service, service.clock.time);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  /** What is done every hour is done now. */
  const everyHour = async () => {
    const before = rounds;
    vi.advanceTimersByTime(hour);
    await expect.poll(() => rounds, { interval: 5 }).toBe(before + 1);
  };
  const rows = async (from: string) => {
    const [row] = await service.database.query<{ rows: number }>(
      `select count(*)::int as rows from ${from}`,
      [],
    );
    return row!.rows;
  };
  /** Five seconds later, as the timers have it. */
  const later = <Answer>(ask: () => Answer) => {
    vi.advanceTimersByTime(5_000);
    return ask();
  };
  /** A partner makes a user: a request is recorded, an audit event and a use of its token. */
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

  it('requests of partners are kept for so many days as it is set, and those of a day go together', async () => {
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

  it('audit events are kept for so many days as it is set, and those of a month go together', async () => {
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
    // What is about it stays: users, bookings and their people.
    expect(await rows('users')).toBe(10);
    expect(await rows('court_bookings')).toBe(6);
  });

  it('cancellations without a booking are remembered for so many days as it is set', async () => {
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

  it('sessions that have ended and buckets that nobody uses are forgotten', async () => {
    const { database, clock } = service;
    await startSession(database, clock.time.newId, world.operators.viewer.id);
    await makeUser('bucket');
    await clock.advance(12 * hour);
    await everyHour();
    expect([await rows('operator_sessions'), await rows('rate_limit_buckets')]).toEqual([1, 1]);
    await clock.advance(12 * hour + 1);
    await everyHour();
    expect([await rows('operator_sessions'), await rows('rate_limit_buckets')]).toEqual([0, 0]);
  });

  it('the use of a token and the lease of the functions are written down', async () => {
    const at = async (column: string, from: string) => {
      const [row] = await service.database.query<{ millis: number }>(
        `select (extract(epoch from ${column}) * 1000)::float8 as millis from ${from}`,
        [],
      );
      return row!.millis;
    };
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
});
