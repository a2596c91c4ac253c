import { describe, expect, it } from 'vitest';
import {
  appliesOnce,
  beginsAnew,
  ignoresUnknown,
  notices,
  readsOn,
  resumes,
} from '../../../src/sandbox/checks/changes.ts';
import type { Evidence } from '../../../src/sandbox/scenario.ts';
import { change, evidenceOf, page, shown } from '../../harness/sandbox/evidence.ts';

const cancellation = { type: 'court_booking.cancelled', data: { externalCourtBookingId: 'a' } } as never;

describe('noticing a cancellation', () => {
  const read = page('1', '2', { changes: [change('c', 'court_booking.cancelled', 'a')] });
  const webhook = { tenant: { webhook: {} } as never };
  const copied = (...cancelled: string[]) => ({ copy: { cancelled } });
  it.each([
    ['does not read the changes', [], {}, 'failed', /did not read the changes/],
    ['may have received webhooks, and does not report its copy', [], webhook, 'not seen', /report/],
    ['reads the cancellation, and does not report its copy', [read], {}, 'not seen', /request 1\. Report/],
    ['reports the cancellation in its copy', [], { ...webhook, ...copied('a') }, 'passed', /has/],
    ['reports a copy without the cancellation', [], copied(), 'failed', /did not read its cancellation/],
    [
      'reads the cancellation, and does not apply it',
      [read],
      copied(),
      'failed',
      /read its .* did not apply/,
    ],
  ])('of a client that %s is judged right', async (_title, exchanges, others, verdict, advice) => {
    const changes = async () => [cancellation];
    const { explanation, ...found } = await notices.judge(evidenceOf(exchanges, { ...others, changes }));
    expect(found).toMatchObject({ verdict });
    expect(explanation).toMatch(advice);
  });
});

describe('an unknown type of change', () => {
  const spoiled = page('1', '2', { changes: [change('a'), change('b')] }, { fault: { kind: 'add' } });
  it.each([
    ['continues', [spoiled, page('2', '2')], { applied: ['a', 'b'] }, 'passed'],
    ['continues, and does not report its copy', [spoiled, page('2', '2')], undefined, 'passed'],
    ['leaves out the rest of the page', [spoiled, page('2', '2')], { applied: ['a'] }, 'failed'],
    ['reads the page again', [spoiled, page('1', '2')], { applied: ['a', 'b'] }, 'failed'],
    ['stops', [spoiled], { applied: ['a', 'b'] }, 'failed'],
    ['reads no changes', [], { applied: [] }, 'not seen'],
  ])('is judged right for a client that %s', (_what, exchanges, copy, verdict) => {
    expect(ignoresUnknown.judge(evidenceOf(exchanges, { copy }))).toMatchObject({ verdict });
  });
});

describe('an expired cursor', () => {
  const expired = page('1', '', {}, { status: 410 });
  const list = (answer: object = {}) => ({ operation: 'listCourtBookings', answer });
  const oldest = { operation: 'listChanges', path: '/changes', answer: { nextCursor: '9' } };
  it.each([
    ['begins with latest, and lists', [page('latest', '9'), list()], ['a'], 'passed'],
    [
      'reads each booking',
      [page('latest', '9'), { answer: { shown: [shown('a', 1)] } }],
      undefined,
      'passed',
    ],
    ['lists, and begins with the oldest change', [list(), oldest], ['a'], 'passed'],
    ['lists before it reads latest', [list(), page('latest', '9')], ['a'], 'failed'],
    ['does not list', [page('latest', '9'), page('9', '9')], ['a'], 'failed'],
    ['reads one page of the list', [page('latest', '9'), list({ nextCursor: '2' })], ['a'], 'failed'],
    ['lists, and applies nothing', [page('latest', '9'), list()], [], 'failed'],
    ['repeats the cursor', [page('1', '', {}, { status: 410 })], ['a'], 'failed'],
  ])('is judged right for a client that %s', async (_what, later, cancelled, verdict) => {
    const evidence = { copy: cancelled && { cancelled }, changes: async () => [cancellation] };
    expect(await beginsAnew.judge(evidenceOf([expired, ...later], evidence))).toMatchObject({ verdict });
  });
});

describe('a client that is killed', () => {
  const steps = [{}, { kills: true }];
  /** Five kills, by default in the middle of a page. After each, the first read has the cursor that `cursorOf` chooses. */
  const killed = (cursorOf: (n: number) => string, isKilledInside = true) => [
    page('0', 'start'),
    ...Array.from({ length: 5 }, (_, n) =>
      page(
        n === 0 ? 'start' : cursorOf(n),
        `next${n}`,
        {},
        { step: 2, at: 1_000 * n, killedAt: 1_000 * n + 100, isKilledInside },
      ),
    ),
    page(cursorOf(5), 'end', {}, { step: 2, at: 9_000 }),
  ];
  const made = ['a', 'b'].map((id) => ({ id, type: 'court_booking.created' })) as never;
  const judge = async (exchanges: Parameters<typeof evidenceOf>[0], applied: string[]) => {
    const evidence: Evidence = evidenceOf(exchanges, { steps, copy: { applied }, changes: async () => made });
    return [(await resumes.judge(evidence)).verdict, (await appliesOnce.judge(evidence)).verdict];
  };

  it.each([
    ['continues with the next page', (n: number) => `next${n - 1}`, ['a', 'b'], ['passed', 'not seen']],
    [
      'reads the page again',
      (n: number) => (n === 1 ? 'start' : `next${n - 2}`),
      ['a', 'b'],
      ['passed', 'passed'],
    ],
    ['begins where the step began', () => 'start', ['a', 'b'], ['passed', 'passed']],
    ['begins with latest', () => 'latest', ['a'], ['failed', 'not seen']],
    ['begins with an older cursor', () => '0', ['a', 'b'], ['failed', 'not seen']],
    ['loses a change', (n: number) => `next${n - 1}`, ['a'], ['passed', 'failed']],
    ['applies a change twice', () => 'start', ['a', 'b', 'a'], ['passed', 'failed']],
  ])('and %s is judged right', async (_what, cursorOf, applied, verdicts) => {
    expect(await judge(killed(cursorOf), applied)).toEqual(verdicts);
  });

  it('once, and begins with latest, is failed', async () => {
    const [first, second] = killed(() => 'latest');
    expect(await judge([first!, second!, page('latest', 'end', {}, { step: 2, at: 9_000 })], ['a'])).toEqual([
      'failed',
      'not seen',
    ]);
  });

  it.each([
    ['loses nothing', ['a', 'b'], 'not seen'],
    ['loses a change', ['a'], 'failed'],
  ])('at unknown moments, and %s, is not passed', async (_what, applied, verdict) => {
    expect(
      await judge(
        killed(() => 'start', false),
        applied,
      ),
    ).toEqual(['passed', verdict]);
  });

  it('and does not come back is failed', async () => {
    expect(await judge(killed(() => 'start').slice(0, -1), ['a', 'b'])).toEqual(['failed', 'not seen']);
  });

  it('in fewer than five pages is not judged', async () => {
    const [first, ...others] = killed((n) => `next${n - 1}`);
    expect(await judge([first!, ...others.slice(2)], ['a', 'b'])).toEqual(['not seen', 'not seen']);
  });
});

describe('a long feed', () => {
  const steps = [{ action: 'write' }, { action: 'follow' }] as const;
  const read = (isCaughtUp: boolean, ids: string[]) =>
    page('1', '2', { isCaughtUp, changes: ids.map((id) => change(id)) }, { step: 2 });
  it.each([
    ['to its end', [read(false, ['a']), read(true, ['b'])], 'passed'],
    ['to a full page', [read(false, ['a'])], 'failed'],
    ['to an empty page', [read(false, ['a']), read(false, [])], 'failed'],
    ['only before', [page('1', '2')], 'failed'],
    ['never', [], 'not seen'],
  ])('that is read %s is judged right', (_what, exchanges, verdict) => {
    expect(readsOn.judge(evidenceOf(exchanges, { steps: [...steps] }))).toMatchObject({ verdict });
  });
});
