import { describe, expect, it } from 'vitest';
import { instantOf, toInputTime } from '../../../src/graphql/document-pages/zoned-time.ts';

describe('local times of forms', () => {
  it.each([
    ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-12-01T23:30', 'America/New_York', '2026-12-02T04:30:00.000Z'],
    ['2026-12-01T23:30', 'UTC', '2026-12-01T23:30:00.000Z'],
    ['2026-12-01T00:15', 'Asia/Kathmandu', '2026-11-30T18:30:00.000Z'],
    // Repeated: the first one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Skipped: as far after the change.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ])('%s in %s is %s', (local, timeZone, instant) => {
    expect(instantOf(local, timeZone)).toBe(instant);
  });

  it('an instant is shown in the time zone', () => {
    expect(toInputTime('2026-12-02T04:30:00.000123Z', 'America/New_York')).toBe('2026-12-01T23:30');
  });
});
