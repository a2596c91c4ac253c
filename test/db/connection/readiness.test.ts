import { beforeEach, describe, expect, it } from 'vitest';
import { Lease, leaseMillis } from '../../../src/db/connection/lease.ts';
import { Readiness, unreadyReason } from '../../../src/db/connection/readiness.ts';
import type { ApiError } from '../../../src/errors.ts';

describe('readiness', () => {
  let now: number;
  let asked: number;
  let fault: string | null | Error;
  let readiness: Readiness;
  beforeEach(() => {
    [now, asked, fault] = [0, 0, null];
    readiness = new Readiness(
      async () => {
        asked += 1;
        if (fault instanceof Error) throw fault;
        return fault;
      },
      () => now,
    );
  });
  const check = () =>
    readiness.check().then(
      () => 'ready',
      (error: { type: string }) => error.type,
    );

  it('however many ask, the database is asked once a second', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 500 }, check)))).toEqual(new Set(['ready']));
    now = 999;
    await check();
    expect(asked).toBe(1);
    now = 1_000;
    await check();
    expect(asked).toBe(2);
  });

  it.each([['read_only'], [Object.assign(new Error('full'), { code: '53100' })]])(
    'says no: %s',
    async (what) => {
      fault = what;
      expect(await check()).toBe('service_unavailable');
      fault = null;
      now = 1_000;
      expect(await check()).toBe('ready');
    },
  );

  it.each(['53100', '53300', '25006'])('says no for 3 s after a statement failed with %s', async (code) => {
    readiness.observe({ code });
    expect(await check()).toBe('service_unavailable');
    now = 2_999;
    expect(await check()).toBe('service_unavailable');
    now = 3_000;
    expect(await check()).toBe('ready');
  });

  it.each([
    ['53100', 'PostgreSQL lacks disk space.'],
    ['53200', 'PostgreSQL lacks memory.'],
    ['53300', 'PostgreSQL lacks connections.'],
    ['25006', 'PostgreSQL is read-only.'],
  ])('names the reason of %s while that is the reason', async (code, words) => {
    readiness.observe({ code });
    const reason = await readiness.check().catch((error: ApiError) => unreadyReason(error));
    expect(reason).toBe(words);
  });

  it('a statement that waited too long says nothing of the server', async () => {
    readiness.observe({ code: '55P03' });
    readiness.observe(new Error('else'));
    expect(await check()).toBe('ready');
  });
});

describe('the lease of the functions', () => {
  it('ends a day after it was renewed last', () => {
    let now = 0;
    const lease = new Lease(() => now);
    now = leaseMillis - 1;
    expect(lease.holds).toBe(true);
    now = leaseMillis;
    expect(lease.holds).toBe(false);
    lease.renewed();
    expect(lease.holds).toBe(true);
  });
});
