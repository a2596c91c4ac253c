import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../sdk/src/index.ts';
import {
  type BookingSyncOptions,
  createBookingSync,
  type SourceBooking,
  type SyncCheckpoint,
  SyncError,
  type SyncProgress,
} from '../../sdk/src/sync/index.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { without } from '../harness/data/without.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
let tenant: Tenant;
let client: ReturnType<typeof createPartnerClient>;
let sent: Record<string, number>;
/** Runs before a request is sent. A returned response replaces the one from the service. */
let before: (input: string, init: RequestInit) => Promise<Response | undefined> | Response | undefined;

beforeEach(async () => {
  tenant = await service.factories.tenant(4);
  sent = {};
  before = () => undefined;
  client = createPartnerClient({
    baseUrl: service.address,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    maxAttempts: 1,
    fetch: async (input, init) => {
      const method = init!.method!;
      sent[method] = (sent[method] ?? 0) + 1;
      return (await before(`${input}`, init!)) ?? fetch(input, init);
    },
  });
});

const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
const stamp = (number: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, number)).toISOString();
const now = () => Date.UTC(2026, 10, 21);
const booking = (id: string, court: number, start: number, version = 1, hours = 1): SourceBooking => ({
  externalCourtBookingId: id,
  courtId: tenant.courtIds[court]!,
  startDate: hour(start),
  endDate: hour(start + hours),
  externalUpdatedAt: stamp(version),
  participants: [{ email: `${id}@example.com` }],
});
const scope = () => ({ courts: tenant.courtIds.slice(0, 3), from: hour(10), to: hour(100) });
const syncOf = (source: BookingSyncOptions['source'], options: Partial<BookingSyncOptions> = {}) =>
  createBookingSync({ client, source, scope: scope(), mode: 'mirror', now, roundDelayMs: 1, ...options });

const stored = async () => {
  const all: Record<string, string> = {};
  for await (const one of client.listCourtBookings({ limit: 100 })) {
    all[one.externalCourtBookingId] = placeOf(one);
  }
  return all;
};
const placeOf = ({
  courtId,
  startDate,
  endDate,
  participants = [],
}: Omit<SourceBooking, 'participants'> & {
  participants?: readonly { email?: string | undefined }[] | undefined;
}) => `${tenant.courtIds.indexOf(courtId)} ${startDate} ${endDate} ${participants.map(({ email }) => email)}`;
const asStored = (source: SourceBooking[]) =>
  Object.fromEntries(source.map((one) => [one.externalCourtBookingId, placeOf(one)]));

describe('sync', () => {
  it('moves a booking into the scope, and finds it with few requests', async () => {
    const elsewhere = Array.from({ length: 20 }, (_, index) =>
      booking(`b${index}`, index % 2 ? 3 : 0, index % 2 ? index : -index),
    );
    await client.batchCourtBookings({ items: elsewhere.map((one) => ({ action: 'upsert', ...one })) });
    const source = elsewhere.map((one, index) => booking(one.externalCourtBookingId, 1, 20 + index, 2));
    sent = {};
    const report = await syncOf(source).sync();
    expect(report.summary).toMatchObject({ updated: 20, created: 0, refused: 0 });
    // One list for each court, and one of all bookings.
    expect(sent).toEqual({ GET: 4, POST: 1 });
    expect(await stored()).toEqual(asStored(source));
  });

  it('reads eight courts at a time, also with a client without pace', async () => {
    const wide = await service.factories.tenant(20);
    const [open, most] = [new Set<string>(), { ever: 0 }];
    const hasty = createPartnerClient({
      baseUrl: service.address,
      token: wide.token,
      externalServiceId: wide.externalServiceId,
      pace: false,
      fetch: async (input, init) => {
        const { searchParams } = new URL(`${input}`);
        open.add(searchParams.get('courtId')!);
        most.ever = Math.max(most.ever, open.size);
        const answer = await fetch(input, init);
        open.delete(searchParams.get('courtId')!);
        return answer;
      },
    });
    const courts = wide.courtIds;
    await syncOf([], { client: hasty, scope: { ...scope(), courts } }).plan();
    expect([courts.length, most.ever]).toEqual([20, 8]);
  });

  it('requests a few stored bookings by id', async () => {
    const many = Array.from({ length: 150 }, (_, index) => booking(`m${index}`, 3, index));
    await client.batchCourtBookings({ items: many.map((one) => ({ action: 'upsert', ...one })) });
    const { changes } = await syncOf([booking('m0', 0, 30, 2), booking('new', 0, 31, 2)], {
      mode: 'upsert',
    }).plan();
    expect(changes).toMatchObject([{ why: 'moved_in' }, { why: 'not_stored' }]);
    sent = {};
    await syncOf([booking('m0', 0, 30, 2)], { mode: 'upsert' }).plan();
    expect(sent).toEqual({ GET: 5 });
  });

  it.each(['reading', 'stored'] as const)(
    'decides whether a cancelled booking may return in another scope with an earlier version: cancelAs %s',
    async (cancelAs) => {
      await syncOf([booking('a', 0, 20), booking('leaves', 0, 21)]).sync();
      await syncOf([booking('a', 0, 20)], { cancelAs }).sync();
      const elsewhere = { ...scope(), courts: [tenant.courtIds[3]!] };
      const report = await syncOf([booking('leaves', 3, 30, 2)], { scope: elsewhere, mode: 'upsert' }).sync();
      expect(report.refused.map(({ type }) => type)).toEqual(cancelAs === 'reading' ? ['stale_write'] : []);
      expect(Object.keys(await stored())).toEqual(cancelAs === 'reading' ? ['a'] : ['leaves', 'a']);
    },
  );

  it('does not cancel a booking that was written during planning, because the service rejects it', async () => {
    await syncOf([booking('a', 0, 20), booking('b', 0, 21)]).sync();
    const readingBegan = now();
    const sync = syncOf([booking('a', 0, 20)]);
    const plan = await sync.plan();
    expect(plan.changes).toMatchObject([{ action: 'cancel', externalCourtBookingId: 'b' }]);
    // Reactivate the booking after the source was read.
    const { externalCourtBookingId, ...body } = booking('b', 1, 22);
    await client.upsertCourtBooking(externalCourtBookingId, {
      ...body,
      externalUpdatedAt: new Date(readingBegan),
    });
    const report = await sync.apply(plan);
    expect(report).toMatchObject({
      ok: false,
      summary: { cancelled: 0, refused: 1 },
      refused: [
        { externalCourtBookingId: 'b', type: 'stale_write', by: 'service', stored: { status: 'ACTIVE' } },
      ],
    });
    expect(Object.keys(await stored())).toEqual(['b', 'a']);
    // The next run sees the change while planning.
    const next = await syncOf([booking('a', 0, 20)]).sync();
    expect(next.refused).toMatchObject([
      { externalCourtBookingId: 'b', type: 'newer_than_reading', by: 'plan' },
    ]);
  });

  it('keeps a booking that is written while the source is read, even if the clock is a day ahead', async () => {
    const source = async () => {
      const { externalCourtBookingId, ...body } = booking('b', 0, 21);
      await client.upsertCourtBooking(externalCourtBookingId, body);
      return [booking('a', 0, 20)];
    };
    expect((await syncOf(source).sync()).summary).toMatchObject({ created: 1, cancelled: 0 });
  });

  it('does not treat a version in whole seconds as older than a read in the same second', async () => {
    await syncOf([
      booking('a', 0, 20),
      { ...booking('b', 0, 21), externalUpdatedAt: new Date(now()) },
    ]).sync();
    const plan = (millis: number) =>
      syncOf([booking('a', 0, 20)], { now: () => new Date(now() + millis) }).plan();
    expect((await plan(999)).refused).toMatchObject([
      { externalCourtBookingId: 'b', type: 'newer_than_reading' },
    ]);
    expect((await plan(1_000)).changes).toMatchObject([
      { action: 'cancel', send: { externalUpdatedAt: '2026-11-21T00:00:00.000000Z' } },
    ]);
  });

  it('gives the reason for each rejected booking, such as an overlap or a cycle', async () => {
    const { token, externalServiceId } = await service.factories.neighbour(tenant);
    const others = createPartnerClient({ baseUrl: service.address, token, externalServiceId });
    const { externalCourtBookingId: _, ...taken } = booking('theirs', 0, 50);
    await others.upsertCourtBooking('theirs', taken);
    const rotating = [booking('x', 1, 20), booking('y', 1, 21), booking('z', 1, 22)];
    await syncOf([...rotating, booking('mine', 0, 60)]).sync();
    const report = await syncOf(
      [
        booking('late', 0, 50, 2),
        booking('twice', 0, 60, 2),
        // Three bookings rotate, and one of them names a participant without access.
        booking('x', 1, 21, 2),
        { ...booking('y', 1, 22, 2), participants: [{ userId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03' }] },
        booking('z', 1, 20, 2),
        { ...booking('wrong', 2, 30), endDate: hour(29) },
        { ...booking('x'.repeat(300), 2, 40) },
      ],
      { mode: 'upsert' },
    ).sync();
    const byId = Object.fromEntries(
      report.refused.map((one) => [one.externalCourtBookingId.slice(0, 8), one]),
    );
    expect(byId).toMatchObject({
      late: { type: 'court_booking_overlap', conflicts: [{ startDate: hour(50), endDate: hour(51) }] },
      twice: { type: 'court_booking_overlap', conflicts: [{ externalCourtBookingId: 'mine' }] },
      x: { type: 'court_booking_overlap' },
      z: { type: 'batch_refused' },
      y: { type: 'user_access_denied' },
      wrong: { type: 'invalid_time_range' },
      xxxxxxxx: { type: expect.stringMatching(/invalid_(schema|argument)/) },
    });
    expect(report).toMatchObject({ ok: false, summary: { refused: 7 } });
  });

  it('reports a booking that an operator cancelled, and keeps it', async () => {
    const source = [booking('a', 0, 20), booking('b', 0, 21)];
    await syncOf(source).sync();
    await service.factories.cancelBooking(tenant.externalServiceId, 'b');
    sent = {};
    const report = await syncOf([source[0]!, booking('b', 0, 22, 5)]).sync();
    const why = { message: expect.stringContaining('(flood)'), stored: { cancelledBy: ['OPERATOR'] } };
    expect(report.refused).toMatchObject([
      { externalCourtBookingId: 'b', type: 'cancelled_by_operator', ...why },
    ]);
    expect(sent.POST).toBeUndefined();
  });
});

describe('safeguards', () => {
  const week = (count: number) =>
    Array.from({ length: count }, (_, index) => booking(`w${index}`, index % 3, 10 + Math.floor(index / 3)));
  const failure = (running: Promise<unknown>) =>
    running.then(
      () => undefined,
      (error: SyncError) => error,
    );

  it('stops above 50 cancellations and 15 % of the stored bookings, with their list', async () => {
    await syncOf(week(60)).sync();
    sent = {};
    const error = await failure(syncOf([...week(9), booking('new', 0, 90)]).sync());
    expect(error).toBeInstanceOf(SyncError);
    expect(error).toMatchObject({
      type: 'too_many_cancellations',
      code: 'too_many_cancellations',
      name: 'SyncError',
    });
    expect(error!.cancellations).toHaveLength(51);
    expect(error!.plan!.summary).toMatchObject({ stored: 60, cancel: 51, create: 1 });
    expect(sent.POST).toBeUndefined();
    expect((await syncOf(week(10)).sync()).summary.cancelled).toBe(50);
    expect(await failure(syncOf(week(8), { maxCancellations: 1 }).sync())).toMatchObject({
      type: 'too_many_cancellations',
    });
    expect((await syncOf(week(8), { maxCancellations: 2 }).sync()).summary.cancelled).toBe(2);
  });

  it('rejects an empty source unless it is allowed', async () => {
    await syncOf(week(3)).sync();
    expect(await failure(syncOf([]).sync())).toMatchObject({
      type: 'empty_source',
      cancellations: { length: 3 },
    });
    expect(Object.keys(await stored())).toHaveLength(3);
    expect((await syncOf([], { allowEmpty: true }).sync()).summary.cancelled).toBe(3);
    expect((await syncOf([]).sync()).summary.cancelled).toBe(0);
  });

  it('stops without changes if the source fails, also midway or when read a second time', async () => {
    await syncOf(week(3)).sync();
    const cause = new Error('connection lost');
    const failing = async function* () {
      yield week(1)[0]!;
      throw cause;
    };
    const message = 'The source failed (Error: connection lost). Nothing was written.';
    expect(await failure(syncOf(failing).sync())).toMatchObject({ type: 'source_failed', message, cause });
    const unreachable = () => Promise.reject(cause);
    expect(await failure(syncOf(unreachable).sync())).toMatchObject({ type: 'source_failed', cause });
    const once = syncOf(week(3).values());
    await once.sync();
    expect(await failure(once.sync())).toMatchObject({ type: 'invalid_options' });
    expect(Object.keys(await stored())).toHaveLength(3);
  });

  it.each([
    ['no courts', { courts: [] }],
    ['a time without an offset', { from: '2027-01-04 10:00' }],
    ['an empty range', { to: hour(10) }],
  ])('rejects a scope with %s at once', (_name, wrong) => {
    expect(() => syncOf([], { scope: { ...scope(), ...wrong } })).toThrow(
      expect.objectContaining({ type: 'invalid_options' }),
    );
  });

  it.each([0, 0.5])('sends a batch once with a maximum of %d rounds', async (maxRounds) => {
    before = ({ length }) => (length > 0 ? new Response(null, { status: 503 }) : undefined);
    const item = { action: 'cancel', externalCourtBookingId: 'a', externalUpdatedAt: stamp(1) } as const;
    expect(await failure(syncOf([], { maxRounds }).push([item]))).toMatchObject({ type: 'interrupted' });
    expect(sent).toEqual({ POST: 1 });
  });

  it('rejects an unknown mode at once, with an error that serializes to JSON', () => {
    const wrong = () => syncOf([], { mode: 'Mirror' as 'mirror' });
    expect(wrong).toThrow(expect.objectContaining({ type: 'invalid_options' }));
    expect(JSON.parse(JSON.stringify(new SyncError('interrupted', 'away')))).toEqual({
      name: 'SyncError',
      type: 'interrupted',
      message: 'away',
    });
  });
});

describe('token function that fails occasionally', () => {
  it('does not end a sync', async () => {
    let asked = 0;
    const careless = createPartnerClient({
      baseUrl: service.address,
      externalServiceId: tenant.externalServiceId,
      initialDelayMs: 1,
      token: () => {
        asked += 1;
        if (asked % 2 === 1) throw new Error('The vault is closed.');
        return tenant.token;
      },
    });
    const result = await syncOf([booking('vault', 0, 20)], { client: careless }).sync();
    expect(result).toMatchObject({ refused: [] });
    expect(Object.keys(await stored())).toEqual(['vault']);
    expect(asked).toBeGreaterThan(2);
  });
});

describe('interrupted run', () => {
  const many = () =>
    Array.from({ length: 250 }, (_, index) => booking(`m${index}`, index % 3, 10 + Math.floor(index / 3)));
  const store = () => {
    const kept = { json: 'null' };
    const load = () => JSON.parse(kept.json) as SyncCheckpoint | null;
    const save = (one: SyncCheckpoint | null) => void Object.assign(kept, { json: JSON.stringify(one) });
    return { kept, checkpoint: { load, save } };
  };
  const unavailable = () =>
    Response.json({ error: { type: 'service_unavailable', message: 'away' } }, { status: 503 });

  it('resumes its plan, reports progress and removes its checkpoint at the end', async () => {
    const { kept, checkpoint } = store();
    let batches = 0;
    before = (_input, { method }) => (method === 'POST' && ++batches > 1 ? unavailable() : undefined);
    const progress: SyncProgress[] = [];
    const run = (source: () => SourceBooking[]) =>
      syncOf(source, { checkpoint, maxRounds: 2, onProgress: (one) => progress.push(one) });
    const error = await run(many)
      .sync()
      .catch((reason) => reason);
    expect(error).toMatchObject({
      type: 'interrupted',
      report: { summary: { created: 200 } },
      plan: { summary: { create: 250 } },
    });
    expect(batches).toBe(3);
    expect(JSON.parse(kept.json)).toMatchObject({ batches: 1, report: { summary: { created: 200 } } });
    before = () => undefined;
    sent = {};
    const report = await run(() => many().slice(0, 249)).sync();
    expect(report).toMatchObject({
      summary: { cancelled: 1, unchanged: 249 },
      resumed: { summary: { created: 250, replayed: 0 } },
    });
    expect(sent.POST).toBe(2);
    expect(kept.json).toBe('null');
    expect(
      progress.filter(({ phase }) => phase === 'apply').map(({ done, total }) => `${done}/${total}`),
    ).toEqual(['0/250', '200/250', '200/250', '250/250', '0/1', '1/1']);
    expect(Object.keys(await stored())).toHaveLength(249);
  });

  it('reports reading progress for the source, and for every hundred stored bookings', async () => {
    const told = async () => {
      const progress: SyncProgress[] = [];
      await syncOf(many, { onProgress: (one) => progress.push(one) }).plan();
      return progress;
    };
    const source = { phase: 'source', done: 250, total: undefined };
    const read = (done: number) => ({ phase: 'stored', done, total: undefined });
    expect(await told()).toStrictEqual([source, read(0)]);
    await syncOf(many).sync();
    expect(await told()).toStrictEqual([read(100), read(200), source, read(250)]);
  });

  it('resumes a checkpoint with its fields in any order, but no part of one, and none of another scope or mode', async () => {
    const { readAt, ...made } = await syncOf([booking('a', 0, 20)]).plan();
    const reversed = (one: object) => Object.fromEntries(Object.entries(one).reverse());
    const plan = { ...made, readAt, scope: reversed(made.scope) };
    const report = { ok: true, summary: { created: 0 }, refused: [] };
    const whole = { version: 1, plan, batches: 0, report };
    const resumedFrom = async (one: unknown) =>
      (
        await syncOf([], {
          allowEmpty: true,
          checkpoint: { load: () => one as never, save: () => {} },
        }).sync()
      ).resumed;
    const others = [{ mode: 'upsert' }, { scope: { ...scope(), to: hour(99) } }, { changes: [] }];
    const parts = [
      null,
      ...without(plan, ...Object.keys(made)),
      ...others.map((one) => ({ ...plan, ...one })),
    ];
    for (const part of parts) {
      expect(await resumedFrom({ ...whole, plan: part })).toBeUndefined();
      await expect(syncOf([]).apply(part as never)).rejects.toMatchObject({ type: 'invalid_options' });
    }
    const reports = without(report, 'summary', 'refused').map((part) => ({ ...whole, report: part }));
    for (const part of ['', 0, [], ...without(whole, ...Object.keys(whole)), ...reports])
      expect(await resumedFrom(part)).toBeUndefined();
    expect(await resumedFrom(reversed(whole))).toMatchObject({ summary: { created: 1 } });
  });

  it('splits batches that a proxy finds too large, and skips only unreadable bookings', async () => {
    before = (_input, { method, body }) => {
      const isTooLarge = method === 'POST' && JSON.parse(body as string).items.length > 60;
      const error = { type: 'payload_too_large', message: 'at most 20 kB' };
      return isTooLarge ? Response.json({ error }, { status: 413 }) : undefined;
    };
    const source = many();
    const wrong = { ...source[99]!, externalCourtBookingId: '\ud800' };
    const report = await syncOf([...source.slice(0, 99), wrong, ...source.slice(100)]).sync();
    expect(report.summary).toMatchObject({ created: 249, refused: 1 });
    expect(report.refused).toMatchObject([{ externalCourtBookingId: '\ud800' }]);
  });

  it('retries items that ran out of time, and those that depend on them, up to a limit', async () => {
    const source = [booking('a', 0, 20), booking('b', 0, 21)];
    await syncOf(source).sync();
    let round = 0;
    // The first response says that there was no time for the first item.
    before = async (input, init) => {
      if (init.method !== 'POST' || ++round > 1) return undefined;
      const { items } = JSON.parse(init.body as string);
      const answer = await (
        await fetch(input, { ...init, body: JSON.stringify({ items: items.slice(1) }) })
      ).json();
      const error = { type: 'service_unavailable', message: 'no time' };
      answer.results.unshift({ status: 503, outcome: 'refused', error, retryable: true });
      answer.summary.refused += 1;
      return Response.json(answer);
    };
    const report = await syncOf([booking('a', 0, 21, 2), booking('b', 0, 22, 2)]).sync();
    expect(round).toBe(2);
    expect(report).toMatchObject({ ok: true, summary: { updated: 2, refused: 0 } });
  });
});
