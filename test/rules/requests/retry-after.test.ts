import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseHttpDate, parseRetryAfter } from '../../../src/rules/requests/retry-after.ts';

const now = Date.UTC(2026, 10, 27, 12);
const minute = 60_000;

describe('Retry-After', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'is read in UTC in each of the three forms of a date, in a process in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      for (const text of [
        'Fri, 27 Nov 2026 12:01:00 GMT',
        'Friday, 27-Nov-26 12:01:00 GMT',
        'Fri Nov 27 12:01:00 2026',
      ])
        expect([text, parseRetryAfter(text, now)]).toEqual([text, minute]);
      expect(parseHttpDate('Sun Nov  6 08:49:37 1994', now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    },
  );

  it.each([
    ['0', 0],
    [' 7\t', 7_000],
    ['007', 7_000],
    ['Fri, 27 Nov 2026 11:59:00 GMT', -minute],
    ['Thu, 31 Dec 2026 23:59:60 GMT', Date.UTC(2027, 0, 1) - now],
    ['Monday, 01-Jan-77 00:00:00 GMT', Date.UTC(1977, 0, 1) - now],
    ['Friday, 01-Jan-76 00:00:00 GMT', Date.UTC(2076, 0, 1) - now],
  ])('"%s" is understood', (text, expected) => {
    expect(parseRetryAfter(text, now)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '-1',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '5s',
    '5, 6',
    '\u0665',
    '\u00a05',
    'soon',
    'retry 5',
    '2026-11-27T12:01:00Z',
    '2026-11-27',
    'Fri, 27 Nov 2026 12:01:00',
    'Fri, 27 Nov 2026 12:01:00 UTC',
    'Fri, 27 Nov 2026 12:01:00 +0000',
    'Fri, 27 Nov 2026 12:01 GMT',
    'Fri, 27 Nov 26 12:01:00 GMT',
    'fri, 27 nov 2026 12:01:00 gmt',
    'Fri,  27 Nov 2026 12:01:00 GMT',
    '27 Nov 2026 12:01:00 GMT',
    'Fri, 30 Feb 2026 12:01:00 GMT',
    'Fri, 00 Nov 2026 12:01:00 GMT',
    'Fri, 27 Nov 2026 24:00:00 GMT',
    'Friday, 27-Nov-2026 12:01:00 GMT',
    'Fri Nov 27 12:01:00 2026 GMT',
    'Fri Nov 6 12:01:00 2026',
  ])('"%s" is ignored', (text) => {
    expect(parseRetryAfter(text, now)).toBeUndefined();
  });
});
