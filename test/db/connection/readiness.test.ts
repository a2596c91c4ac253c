import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/api-error.ts';
import { Lease, leaseMillis } from '../../../src/db/connection/lease.ts';
import { Readiness, unreadyReason } from '../../../src/db/connection/readiness.ts';

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

  it('checks the database at most once a second, however many callers there are', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 500 }, check)))).toEqual(new Set(['ready']));
    now = 999;
    await check();
    expect(asked).toBe(1);
    now = 1_000;
    await check();
    expect(asked).toBe(2);
  });

  it.each([['read_only'], [Object.assign(new Error('full'), { code: '53100' })]])(
    'is not ready after the fault %s',
    async (what) => {
      fault = what;
      expect(await check()).toBe('service_unavailable');
      fault = null;
      now = 1_000;
      expect(await check()).toBe('ready');
    },
  );

  it.each(['53100', '53300', '25006'])(
    'is not ready for 3 s after a statement failed with %s',
    async (code) => {
      readiness.observe({ code });
      expect(await check()).toBe('service_unavailable');
      now = 2_999;
      expect(await check()).toBe('service_unavailable');
      now = 3_000;
      expect(await check()).toBe('ready');
    },
  );

  it.each([
    ['53100', 'PostgreSQL lacks disk space.'],
    ['53200', 'PostgreSQL lacks memory.'],
    ['53300', 'PostgreSQL lacks connections.'],
    ['25006', 'PostgreSQL is read-only.'],
  ])('reports the reason for %s', async (code, words) => {
    readiness.observe({ code });
    const reason = await readiness.check().catch((error: ApiError) => unreadyReason(error));
    expect(reason).toBe(words);
  });

  it('stays ready after a statement waited too long for a lock', async () => {
    readiness.observe({ code: '55P03' });
    readiness.observe(new Error('else'));
    expect(await check()).toBe('ready');
  });
});

describe('lease of the function schema', () => {
  it('ends a day after the last renewal', () => {
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
