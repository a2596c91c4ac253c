import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { appendChange } from '../../../src/services/changes/append-change.ts';
import { ChangeWatch } from '../../../src/services/changes/change-watch.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { useFactories, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase();
const factories = useFactories(test);

function counting(...names: string[]) {
  const calls = { begun: 0, ended: 0, mostUnderWay: 0, fails: false, values: [] as unknown[] };
  const database: Database = {
    ...test.database,
    call: async (...call) => {
      if (!names.includes(call[0])) return test.database.call(...call);
      calls.begun += 1;
      calls.mostUnderWay = Math.max(calls.mostUnderWay, calls.begun - calls.ended);
      calls.values.push(call[1]);
      try {
        if (calls.fails) throw new Error('The database is away.');
        return await test.database.call(...call);
      } finally {
        calls.ended += 1;
      }
    },
  };
  return { database, calls };
}

const begins = Promise.resolve();

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function announce(externalServiceId: string) {
  const context = { database: test.database, newId, now: Date.now, requestId: 'x' };
  const by = { actor: { type: 'operator', id: newId() } };
  const announcement = { subjectId: newId(), data: {}, audience: { externalServiceId } };
  await test.database.transaction((em) =>
    appendChange(em, context, by, { type: 'user.created', ...announcement }),
  );
}

describe('polling for changes', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance'],
      shouldClearNativeTimers: true,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function scene() {
    const { database, calls } = counting('watch_changes');
    const watch = new ChangeWatch({ database, now: Date.now });
    const looksAfter = async (milliseconds: number) => {
      const before = calls.begun;
      vi.advanceTimersByTime(milliseconds);
      await turn();
      while (calls.ended < calls.begun) await turn();
      await turn();
      return calls.begun - before;
    };
    const externalServiceId = await factories.externalService();
    const enter = async (milliseconds = 30_000) => {
      const { id } = await factories.token(externalServiceId);
      const place = await watch.enter(id, newId(), milliseconds);
      return (of = externalServiceId, seen = 0) => {
        const leaving = new AbortController();
        const state = { isOver: false, leave: () => leaving.abort() };
        void place.until(of, seen, milliseconds, leaving.signal).then(() => {
          state.isOver = true;
        });
        return state;
      };
    };
    const wait = async (of?: string, milliseconds?: number, seen?: number) =>
      (await enter(milliseconds))(of, seen);
    return { watch, calls, looksAfter, enter, wait, externalServiceId };
  }

  it('polls 25 ms after a local change, otherwise every 200 ms, and never while nobody waits', async () => {
    const { watch, looksAfter, wait } = await scene();
    watch.hint();
    expect(await looksAfter(1_000)).toBe(0);
    const waiter = await wait();
    expect(await looksAfter(199)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    watch.hint();
    watch.hint();
    expect(await looksAfter(24)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    expect(await looksAfter(199)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    vi.advanceTimersByTime(100);
    watch.hint();
    expect(await looksAfter(0)).toBe(1);
    waiter.leave();
    await turn();
    expect(waiter.isOver).toBe(true);
    expect(await looksAfter(1_000)).toBe(0);
    const next = await wait();
    expect(await looksAfter(199)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    next.leave();
  });

  it('polls again 25 ms after the start of a poll if a change arrived during it, as the poll may be older', async () => {
    const { watch, calls, looksAfter, wait } = await scene();
    const waiter = await wait();
    vi.advanceTimersByTime(200);
    await begins;
    expect([calls.begun, calls.ended]).toEqual([1, 0]);
    watch.hint();
    vi.advanceTimersByTime(100);
    expect(calls.begun).toBe(1);
    await looksAfter(0);
    expect(await looksAfter(24)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    expect(await looksAfter(199)).toBe(0);
    waiter.leave();
  });

  it('does not reschedule the poll when another request starts to wait', async () => {
    const { calls, looksAfter, enter, wait } = await scene();
    const waiters = [await wait()];
    const waitMeanwhile = await enter();
    expect(await looksAfter(150)).toBe(0);
    waiters.push(await wait());
    expect(await looksAfter(49)).toBe(0);
    vi.advanceTimersByTime(1);
    await begins;
    expect([calls.begun, calls.ended]).toEqual([1, 0]);
    waiters.push(waitMeanwhile());
    vi.advanceTimersByTime(1_000);
    expect(calls.begun).toBe(1);
    await looksAfter(0);
    expect(await looksAfter(200)).toBe(1);
    for (const { leave } of waiters) leave();
  });

  it('polls once for all services with waiting requests, and wakes only those behind the newest change', async () => {
    const { calls, looksAfter, wait, externalServiceId } = await scene();
    const other = await factories.externalService();
    await announce(externalServiceId);
    const [behind, alsoBehind, knows, ofOther] = await Promise.all([
      wait(),
      wait(),
      wait(externalServiceId, 30_000, 1),
      wait(other),
    ]);
    expect(await looksAfter(200)).toBe(1);
    const [{ watchedIds }] = calls.values as [{ watchedIds: string }];
    expect(JSON.parse(watchedIds).sort()).toEqual([externalServiceId, other].sort());
    const over = () => [behind, alsoBehind, knows, ofOther].map(({ isOver }) => isOver);
    expect(over()).toEqual([true, true, false, false]);
    await announce(externalServiceId);
    expect(await looksAfter(200)).toBe(1);
    expect(over()).toEqual([true, true, true, false]);
    ofOther.leave();
  });

  it('wakes nobody after a failed poll and polls again as usual', async () => {
    const { calls, looksAfter, wait, externalServiceId } = await scene();
    const waiter = await wait();
    await announce(externalServiceId);
    calls.fails = true;
    expect(await looksAfter(200)).toBe(1);
    expect(waiter.isOver).toBe(false);
    calls.fails = false;
    expect(await looksAfter(199)).toBe(0);
    expect(await looksAfter(1)).toBe(1);
    expect(waiter.isOver).toBe(true);
  });

  it('ends a wait exactly at its timeout, and at once if the client has already left', async () => {
    const { watch, looksAfter, wait, externalServiceId } = await scene();
    const waiter = await wait(externalServiceId, 700);
    await looksAfter(699);
    expect(waiter.isOver).toBe(false);
    await looksAfter(1);
    expect(waiter.isOver).toBe(true);
    expect(await looksAfter(1_000)).toBe(0);
    const { id } = await factories.token(externalServiceId);
    const place = await watch.enter(id, newId(), 1_000);
    await place.until(externalServiceId, 0, 1_000, AbortSignal.abort());
    expect(await looksAfter(1_000)).toBe(0);
  });

  it('ends every wait when it drains, and later waits after half a second at most', async () => {
    const { watch, looksAfter, wait, externalServiceId } = await scene();
    const waiters = [await wait(), await wait()];
    expect(watch.isDraining).toBe(false);
    watch.drain();
    await turn();
    expect([watch.isDraining, ...waiters.map(({ isOver }) => isOver)]).toEqual([true, true, true]);
    const [long, short] = [await wait(), await wait(externalServiceId, 100)];
    await looksAfter(99);
    expect(short.isOver).toBe(false);
    await looksAfter(1);
    expect([short.isOver, long.isOver]).toEqual([true, false]);
    await looksAfter(399);
    expect(long.isOver).toBe(false);
    await looksAfter(1);
    expect(long.isOver).toBe(true);
  });
});

describe('limit of waiting requests per token', () => {
  it('rejects the sixth with 429 rate_limit_exceeded, the reason and the longest remaining wait', async () => {
    const watch = new ChangeWatch({ database: test.database, now: Date.now });
    const { id } = await factories.token(await factories.externalService());
    const enter = (milliseconds: number) => watch.enter(id, newId(), milliseconds);
    const first = await enter(25_000.5);
    for (let n = 0; n < 4; n += 1) await enter(30_000);
    const refused = await enter(1).catch((error) => error);
    expect(refused).toMatchObject({
      type: 'rate_limit_exceeded',
      message: expect.stringMatching(
        /^5 requests with this API token are already waiting for changes\. End one/,
      ),
    });
    expect(refused.retryAfterSeconds).toBeGreaterThan(1);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(26);
    await first.leave();
    await enter(1_000);
  });

  it('ignores an error while it releases a place', async () => {
    const { database, calls } = counting('leave_change_wait');
    const watch = new ChangeWatch({ database, now: Date.now });
    const { id } = await factories.token(await factories.externalService());
    const place = await watch.enter(id, newId(), 1_000);
    calls.fails = true;
    expect(await place.leave()).toBeUndefined();
    expect(calls.begun).toBe(1);
  });
});

describe('sequencing', () => {
  it('never runs at the same time as a poll of the same process', async () => {
    const { database, calls } = counting('number_changes', 'watch_changes');
    const watch = new ChangeWatch({ database, now: Date.now });
    const externalServiceId = await factories.externalService();
    const { id } = await factories.token(externalServiceId);
    const place = await watch.enter(id, newId(), 30_000);
    const leaving = new AbortController();
    const waiting = place.until(externalServiceId, 0, 30_000, leaving.signal);
    const isLooking = () => calls.values.some((value) => Object.hasOwn(value as object, 'watchedIds'));
    while (!isLooking()) expect(await watch.sequence()).toBe(true);
    expect(await watch.sequence()).toBe(true);
    expect(calls.mostUnderWay).toBe(1);
    leaving.abort();
    await waiting;
  });

  it('runs once at a time, and once more for all requests that arrive meanwhile', async () => {
    const { database, calls } = counting('number_changes');
    const watch = new ChangeWatch({ database, now: Date.now });
    const first = watch.sequence();
    await begins;
    const meanwhile = [watch.sequence(), watch.sequence(), watch.sequence()];
    expect(calls.begun).toBe(1);
    expect(await Promise.all([first, ...meanwhile])).toEqual([true, true, true, true]);
    expect(calls.begun).toBe(2);
    await watch.sequence();
    const together = [watch.sequence(), watch.sequence()];
    expect(await Promise.all(together)).toEqual([true, true]);
    expect(calls.begun).toBe(4);
    expect(calls.mostUnderWay).toBe(1);
  });

  it('reports a failure only to its own caller, and later callers get a new run', async () => {
    const { database, calls } = counting('number_changes');
    const watch = new ChangeWatch({ database, now: Date.now });
    calls.fails = true;
    const first = watch.sequence();
    await begins;
    const next = watch.sequence();
    calls.fails = false;
    await expect(first).rejects.toThrow('away');
    expect(await next).toBe(true);
  });
});

describe('shared reads after a wake-up', () => {
  function readings(watch: ChangeWatch) {
    const begun: { what: string; end: (result: string) => void; fail: (error: Error) => void }[] = [];
    const read = (externalServiceId: string, what: string) =>
      watch.readWoken(
        externalServiceId,
        what,
        () => new Promise<string>((end, fail) => begun.push({ what, end, fail })),
      );
    return { begun, read };
  }
  const [service, other] = [randomUUID(), randomUUID()];
  const newWatch = () => new ChangeWatch({ database: test.database, now: Date.now });

  it('one read serves all requests with the same cursor, service and wake-up', async () => {
    const { begun, read } = readings(newWatch());
    const together = [read(service, 'a'), read(service, 'a')];
    const others = [read(service, 'b'), read(other, 'a')];
    await turn();
    expect(begun.map(({ what }) => what)).toEqual(['a', 'b', 'a']);
    const later = read(service, 'a');
    await turn();
    expect(begun).toHaveLength(4);
    for (const [index, { end }] of begun.entries()) end(`reading ${index}`);
    expect(await Promise.all([...together, ...others, later])).toEqual(
      [0, 0, 1, 2, 3].map((index) => `reading ${index}`),
    );
  });

  it('at most four reads of a service run at once, and others are queued without delaying other services', async () => {
    const { begun, read } = readings(newWatch());
    const all = ['a', 'b', 'c', 'd', 'e'].map((what) => read(service, what));
    await turn();
    expect(begun.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd']);
    const joined = read(service, 'e');
    all.push(read(other, 'a'));
    await turn();
    expect(begun).toHaveLength(5);
    begun[0]!.end('a');
    await turn();
    expect(begun.slice(5).map(({ what }) => what)).toEqual(['e']);
    for (const { what, end } of begun) end(what);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
    expect(await joined).toBe('e');
  });

  it('a failed read rejects all that share it and is not cached, and a queued read fails after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
    try {
      const { begun, read } = readings(newWatch());
      const shared = [read(service, 'a'), read(service, 'a')];
      await turn();
      begun[0]!.fail(new Error('cursor'));
      for (const one of shared) await expect(one).rejects.toThrow('cursor');
      const underWay = ['b', 'c', 'd', 'e'].map((what) => read(service, what));
      const late = expect(read(service, 'f')).rejects.toMatchObject({ type: 'service_unavailable' });
      await turn();
      vi.advanceTimersByTime(1_999);
      const joined = expect(read(service, 'f')).rejects.toMatchObject({ type: 'service_unavailable' });
      vi.advanceTimersByTime(1);
      await Promise.all([late, joined]);
      for (const { what, end } of begun.slice(1)) end(what);
      await Promise.all(underWay);
      const again = read(service, 'f');
      await turn();
      begun.at(-1)!.end('again');
      expect(await again).toBe('again');
    } finally {
      vi.useRealTimers();
    }
  });
});
