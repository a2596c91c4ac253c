import { describe, expect, it } from 'vitest';
import { compareInstants } from '../../sdk/src/index.ts';

describe('compareInstants', () => {
  it('sorts date-times of three and six digits and with other offsets as instants', () => {
    const sorted = [
      '2026-12-01T08:59:59.999999Z',
      '2026-12-01T09:00:00Z',
      '2026-12-01T10:00:00.000001+01:00',
      '2026-12-01T09:00:00.000999Z',
      '2026-12-01T09:00:00.001Z',
      '2026-12-01T03:30:00.001001000-05:30',
      new Date('2026-12-01T09:00:01Z'),
    ];
    expect([...sorted].sort()).not.toEqual(sorted);
    expect(sorted.toReversed().sort(compareInstants)).toEqual(sorted);
    for (const [index, one] of sorted.entries())
      for (const [position, other] of sorted.entries())
        expect(compareInstants(one, other), `${one} ${other}`).toBe(Math.sign(index - position));
  });

  it.each([
    '2026-12-01T09:00:00.120000Z',
    '2026-12-01t09:00:00.12z',
    '2026-12-01T10:00:00.120+01:00',
    '2026-12-01T09:00:00.12-00:00',
  ])('returns 0 for another notation: %s', (other) => {
    expect(compareInstants('2026-12-01T09:00:00.120Z', other)).toBe(0);
  });

  it.each(['', 'x', '2026-12-01', '2026-12-01T09:00:00', '2026-02-30T09:00:00Z', 'Dec 1 2026 09:00:00Z'])(
    'throws a RangeError for %j',
    (text) => {
      expect(() => compareInstants(text, '2026-12-01T09:00:00Z')).toThrow(RangeError);
      expect(() => compareInstants('2026-12-01T09:00:00Z', text)).toThrow(RangeError);
    },
  );
});
