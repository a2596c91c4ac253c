import { describe, expect, it } from 'vitest';
import { keepsVersion, notInParallel, repeats } from '../../../src/sandbox/checks/repeats.ts';
import { readRequest, versionOf } from '../../../src/sandbox/read-request.ts';
import { batch, evidenceOf, put, row, shown } from '../../harness/sandbox/evidence.ts';

const close = { fault: { kind: 'close' } } as const;
const [a, b] = [row('a', { courtId: 'one' }), row('b', { courtId: 'two' })];
const version = versionOf(a.externalUpdatedAt)!;
const read = (id: string, at: number) => ({ path: '/bookings', answer: { shown: [shown(id, at)] } });
const retryable = { outcome: 'refused', retryable: true, error: 'service_unavailable' };
const created = { outcome: 'created', retryable: undefined, error: undefined };
const half = batch([a, b], { answer: { results: [created, retryable] } });
const at = (externalUpdatedAt: string) => put({ ...a, externalUpdatedAt });
const cancel = (id: string, fields = {}, externalUpdatedAt = '2026-11-20T12:00:00Z') => {
  const path = `/api/v1/external-services/s/court-bookings/by-external-id/${id}?externalUpdatedAt=${externalUpdatedAt}`;
  return { method: 'DELETE', path, ...readRequest('DELETE', path, ''), ...fields };
};

describe('repeating a lost write', () => {
  it.each([
    ['sends it again', [put(a, close), put(a)], 'passed'],
    ['never sends it again', [put(a, close), put(b)], 'failed'],
    ['reads that it is stored', [put(a, close), read('a', version)], 'passed'],
    ['reads an older version', [put(a, close), read('a', version - 1)], 'failed'],
    ['reads another booking', [put(a, close), read('b', version)], 'failed'],
    ['sends a whole batch again', [batch([a, b], close), batch([a, b])], 'passed'],
    ['sends each item alone', [batch([a, b], close), put(a), put(b)], 'passed'],
    ['sends one item of a batch again', [batch([a, b], close), put(a)], 'failed'],
    ['sends a retryable item again', [half, put(b)], 'passed'],
    ['drops a retryable item', [half, put(a)], 'failed'],
    ['cancels another booking', [cancel('a', close), cancel('b')], 'failed'],
    ['has no lost write', [put(a)], 'not seen'],
  ])('of a client that %s is judged right', (_what, exchanges, verdict) => {
    expect(repeats.judge(evidenceOf(exchanges))).toMatchObject({ verdict });
  });

  it.each([
    ['the same version', [put(a, close), put(a)], 'passed'],
    ['a later microsecond', [put(a, close), at('2026-11-20T12:00:00.000001Z')], 'failed'],
    ['the version in another offset', [put(a, close), at('2026-11-20T13:00:00+01:00')], 'passed'],
    ['a newer cancellation', [cancel('a', close), cancel('a', {}, '2026-11-20T12:00:00.5Z')], 'failed'],
    ['nothing, after reading it', [put(a, close), read('a', version)], 'passed'],
    ['nothing', [put(a, close)], 'not seen'],
  ])('with %s is judged right', (_what, exchanges, verdict) => {
    expect(keepsVersion.judge(evidenceOf(exchanges, { steps: [{ rows: [a] }] }))).toMatchObject({ verdict });
  });

  const left = { leftAt: 1_000 };
  it.each([
    ['after the first one has ended', left, [1_001, 1_010], 0, 'passed'],
    ['just before its end is noticed', left, [990, 1_010], 0, 'passed'],
    ['before its end is noticed by a busy sandbox', left, [800, 1_010], 90, 'passed'],
    ['while the first one is open', left, [800, 1_010], 0, 'failed'],
    ['and ends the first one when it has responded', left, [980, 995], 0, 'failed'],
    ['and never ends the first one', {}, [800, 810], 0, 'failed'],
  ])('%s is judged right', (_what, first, [at = 0, answeredAt = 0], delay, verdict) => {
    const { answeredAt: _, ...slow } = put(a, { at: 0, fault: { kind: 'silence' }, ...first });
    const evidence = evidenceOf([{ ...slow, answeredAt: 30_000 }, put(a, { at, answeredAt })], {
      ownDelay: () => delay,
    });
    expect(notInParallel.judge(evidence)).toMatchObject({ verdict });
  });
});

it('a dry run is no write, and no scenario is about it', () => {
  const { path } = cancel('a');
  expect(readRequest('DELETE', path, '')).toMatchObject({ writes: [{ id: 'a' }] });
  expect(readRequest('DELETE', `${path}&dryRun=true`, '')).toEqual({ operation: undefined, writes: [] });
});
