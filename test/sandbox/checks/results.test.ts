import { describe, expect, it } from 'vitest';
import {
  isFinal,
  isStored,
  keepsNewer,
  keepsPrecision,
  reportsRejections,
  sendsAll,
  sendsOnce,
} from '../../../src/sandbox/checks/results.ts';
import { readRequest } from '../../../src/sandbox/read-request.ts';
import type { Row } from '../../../src/sandbox/scenario.ts';
import type { StoredBooking } from '../../../src/sandbox/tenant.ts';
import { batch, evidenceOf, put, row } from '../../harness/sandbox/evidence.ts';

const [a, b] = [row('a'), row('b', { isWrong: true })];
const tenant = {
  courts: [
    { id: 'court', name: 'Court 1' },
    { id: 'two', name: 'Court 2' },
  ],
} as never;
const rejected = (error: string, status = 409) => ({ status, answer: { error } });
const refused = (error: string) => ({ outcome: 'refused', retryable: false, error });
const stored =
  (...rows: [Row, Partial<StoredBooking>?][]) =>
  async () => ({
    bookings: new Map(
      rows.map(([{ action: _, ...one }, changed]) => {
        const booking = { status: 'ACTIVE', ...one, ...changed } as StoredBooking;
        return [booking.externalCourtBookingId, booking];
      }),
    ),
    externalUserIds: new Set<string>(),
  });

describe('a rejected write', () => {
  const atomic = (rows: Row[]) => ({ ...batch(rows), text: '{"atomic":true,"items":[]}' });
  const newer = put({ ...b, externalUpdatedAt: '2026-11-20T13:00:00Z' });
  it.each([
    ['is sent once', [put(b, rejected('court_not_found', 404)), put(a)], 'passed'],
    ['is sent again', [put(b, rejected('court_not_found', 404)), put(b)], 'failed'],
    ['is sent again with a new version', [put(b, rejected('court_not_found', 404)), newer], 'failed'],
    ['was stale, and a newer version is sent', [put(b, rejected('stale_write')), newer], 'passed'],
    ['is sent again with other spaces', [put(b, rejected('stale_write')), put(b, { text: ' {}' })], 'failed'],
    ['is sent again in a batch', [put(b, rejected('stale_write')), batch([a, b])], 'failed'],
    [
      'was an item, and is sent again',
      [
        batch([a, b], {
          answer: { results: [{ ...refused(''), outcome: 'created' }, refused('stale_write')] },
        }),
        put(b),
      ],
      'failed',
    ],
    [
      'is sent again in an atomic batch, because its place was taken',
      [put(b, rejected('court_booking_overlap')), atomic([a, b])],
      'passed',
    ],
    [
      'is sent alone after its batch was rejected',
      [batch([a, b], rejected('batch_refused')), put(a), put(b)],
      'passed',
    ],
    ['is sent again in the same batch', [batch([a, b], rejected('batch_refused')), batch([a, b])], 'failed'],
    ['is sent again with a new token', [put(b, rejected('invalid_api_token', 401)), put(b)], 'passed'],
    ['is not sent, because the client found it itself', [put(a)], 'passed'],
  ])('%s: judged right', (_what, exchanges, verdict) => {
    expect(isFinal.judge(evidenceOf(exchanges))).toMatchObject({ verdict });
  });

  it.each([
    ['reports it', { copy: { rejected: ['b'] } }, 'passed'],
    ['swallows it', { copy: { rejected: [] } }, 'failed'],
    ['reports a stored row, too', { copy: { rejected: ['a', 'b'] } }, 'failed'],
    ['reports it twice', { copy: { rejected: ['b', 'b'] } }, 'failed'],
    ['reports nothing about its own system', {}, 'not seen'],
  ])('is judged right if the client %s', (_what, { copy }: { copy?: object }, verdict) => {
    const evidence = evidenceOf([put(a), put(b, rejected('court_not_found', 404))], {
      copy,
      steps: [{ rows: [a, b] }],
    });
    expect(reportsRejections.judge(evidence)).toMatchObject({ verdict });
  });

  it('may be reported without being sent, but not dropped', () => {
    const judge = (ids: string[]) =>
      reportsRejections.judge(evidenceOf([put(a)], { copy: { rejected: ids }, steps: [{ rows: [a, b] }] }));
    expect([judge(['b']), judge([])]).toMatchObject([{ verdict: 'passed' }, { verdict: 'failed' }]);
  });
});

describe('items of a batch that was carried out in part', () => {
  const results = [{ outcome: 'created', retryable: undefined, error: undefined }, refused('x')];
  const half = batch([a, b], { answer: { results } });
  it.each([
    ['sends the other one again', [half, put(b)], 'passed'],
    ['sends none again', [half], 'passed'],
    ['sends both again', [half, batch([a, b])], 'failed'],
    ['sends a newer version of the first one', [half, put({ ...a, courtId: 'two' })], 'passed'],
    ['left before the response, and sends both again', [{ ...half, leftAt: 5 }, batch([a, b])], 'passed'],
    ['sends nothing', [], 'not seen'],
  ])('are judged right if the client %s', (_what, exchanges, verdict) => {
    expect(sendsOnce.judge(evidenceOf(exchanges))).toMatchObject({ verdict });
  });
});

describe('a booking of an erased person', () => {
  const before = row('before');
  it.each([
    ['is sent', [a, b], 'passed'],
    ['is dropped', [b], 'failed'],
    ['is not sent, as no other one', [], 'not seen'],
  ])('that %s is judged right', (_what, rows, verdict) => {
    const exchanges = [put(before), ...rows.map((one) => put(one, { step: 2 }))];
    const steps = [{ rows: [before] }, { rows: [a, b] }];
    expect(sendsAll.judge(evidenceOf(exchanges, { steps }))).toMatchObject({ verdict });
  });
});

describe('the advice about a stored booking', () => {
  const cancelled = { ...row('a'), action: 'cancel' } as Row;
  const cancelling = put(a, { writes: [{ id: 'a', action: 'cancel', version: 1, content: '' }] });
  it.each([
    ['a starts two hours earlier', [a, { startDate: '2026-12-01T08:00:00.000Z' }]],
    ['a ends 90 minutes later', [a, { endDate: '2026-12-01T12:30:00.000Z' }]],
    [
      'a starts one day later, ends one day later',
      [a, { startDate: '2026-12-02T10:00:00.000Z', endDate: '2026-12-02T11:00:00.000Z' }],
    ],
    ['a is on Court 2 instead of Court 1', [a, { courtId: 'two' }]],
    ['a has two participants instead of no', [a, { participants: [{ userId: '1' }, { userId: '2' }] }]],
    ['a is cancelled: request 2 cancelled it', [a, { status: 'CANCELLED' }], [put(a), cancelling]],
    ['a is cancelled, although the client did not cancel it', [a, { status: 'CANCELLED' }]],
    ['a is not cancelled: the response to request 1 was 200', [cancelled]],
    [
      'a does not exist: the response to request 1 was stale_write',
      undefined,
      [put(a, rejected('stale_write'))],
    ],
    ['a does not exist: no request named it', undefined, [put(b)]],
  ] as [string, [Row, Partial<StoredBooking>?] | undefined, Parameters<typeof evidenceOf>[0]?][])(
    'says "%s"',
    async (text, booking, exchanges = [put(a)]) => {
      const rows = booking ? [booking[0]] : [a];
      const evidence = evidenceOf(exchanges, {
        tenant,
        steps: [{ rows }],
        stored: stored(...(booking ? [booking] : [])),
      });
      expect(await isStored.judge(evidence)).toMatchObject({
        verdict: 'failed',
        explanation: `In the database, ${text}.`,
      });
    },
  );

  it('is not needed for equal instants and participants in another order', async () => {
    const participants = [{ userId: '1' }, { email: 'a@example.com' }];
    const same = { startDate: '2026-12-01T11:00:00.000+01:00', participants: participants.toReversed() };
    const evidence = evidenceOf([put(a)], {
      tenant,
      steps: [{ rows: [{ ...a, participants }] }],
      stored: stored([a, same]),
    });
    expect(await isStored.judge(evidence)).toMatchObject({ verdict: 'passed' });
  });
});

describe('an old row that is not sent', () => {
  const newer = row('a', { externalUpdatedAt: '2026-11-20T13:00:00Z', courtId: 'two' });
  const steps = [{ rows: [newer] }, { rows: [a] }];
  it.each([
    ['is right if the newest content is stored', [put(newer)], stored([newer]), 'passed'],
    ['is not seen if the newest content is not stored', [put(newer)], stored([a]), 'not seen'],
    ['is not seen if nothing was sent', [], stored(), 'not seen'],
  ])('%s', async (_what, exchanges, stored, verdict) => {
    const evidence = evidenceOf(exchanges, { steps, stored, tenant });
    expect(await keepsNewer.judge(evidence)).toMatchObject({ verdict });
  });
});

describe('versions with microseconds', () => {
  const [first, second] = ['123456', '123457'].map((digits, n) =>
    row('a', { externalUpdatedAt: `2026-11-20T12:00:00.${digits}Z`, courtId: String(n) }),
  ) as [Row, Row];
  const rounded = { ...second, externalUpdatedAt: '2026-11-20T12:00:00.123Z' };
  const cancelling = (fraction: string) => {
    const path = `/api/v1/external-services/s/court-bookings/by-external-id/a?externalUpdatedAt=2026-11-20T12:00:00.${fraction}`;
    return { method: 'DELETE', path, ...readRequest('DELETE', path, '') };
  };
  it.each([
    ['are sent as they are', [put(first), put(second)], 'passed'],
    [
      'are sent with another offset',
      [put({ ...second, externalUpdatedAt: '2026-11-20T13:00:00.123457+01:00' })],
      'passed',
    ],
    ['are rounded', [put(first), put(rounded)], 'failed'],
    ['are sent without the newest', [put(first)], 'failed'],
    ['are rounded in a cancellation', ['123Z', '123458Z'].map(cancelling), 'failed'],
    ['are precise in a cancellation', [cancelling('123458Z')], 'passed'],
    ['are not sent', [], 'not seen'],
  ])('that %s are judged right', (_what, exchanges, verdict) => {
    const last = { ...first, action: 'cancel', externalUpdatedAt: '2026-11-20T12:00:00.123458Z' } as Row;
    const isCancelled = exchanges.some(({ method }) => method === 'DELETE');
    const rows = [first, second, ...(isCancelled ? [last] : [])];
    expect(keepsPrecision.judge(evidenceOf(exchanges, { steps: [{ rows }] }))).toMatchObject({ verdict });
  });
});
