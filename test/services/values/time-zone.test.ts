import { describe, expect, it } from 'vitest';
import { isTimeZone, timeZone, timeZoneNames } from '../../../src/services/values/time-zone.ts';

describe('name of a time zone', () => {
  it.each([
    'UTC',
    'CET',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Etc/GMT+3',
  ])('accepts %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    '',
    '+02:00',
    '-03',
    'Europe/Nowhere',
    'Europe/Berlin ',
    ' UTC',
    'Europe Berlin',
    'x'.repeat(100),
    ...['IST', 'pst', 'SystemV/AST4'],
  ])('rejects "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('time zone of an organization', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['america/new_york', 'America/New_York'],
    ['utc', 'UTC'],
    // Both names of the same zone, whichever of them the runtime lists.
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/Kiev', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('accepts %s as %s', (given, kept) => {
    expect(timeZone().parse(given)).toBe(kept);
  });

  it.each(['', '+02:00', 'Europe/Nowhere', ' UTC', 'Europe\u0000', '\ud800'])(
    'rejects "%s" and gives examples',
    (name) => {
      expect(
        timeZone()
          .safeParse(name)
          .error?.issues.map(({ message }) => message),
      ).toEqual(['Must be the name of an IANA time zone, such as Europe/Berlin or UTC.']);
    },
  );

  it('offers a list of several hundred names, UTC first and once', () => {
    const names = timeZoneNames();
    expect(names.length).toBeGreaterThan(300);
    expect([names[0], names.lastIndexOf('UTC')]).toEqual(['UTC', 0]);
    expect(names).toEqual(expect.arrayContaining(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']));
    expect(names.filter((name) => timeZone().safeParse(name).data !== name)).toEqual([]);
  });
});
