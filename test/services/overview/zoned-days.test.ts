import { describe, expect, it } from 'vitest';
import { addDays, zonedClock, zonedDays } from '../../../src/services/overview/zoned-days.ts';

const hour = 60 * 60_000;

describe('days of a time zone', () => {
  it.each([
    ['as long as any other', '2027-01-02', 'UTC', '2027-01-02T00:00:00Z', 24],
    ['with clocks an hour ahead', '2027-01-02', 'Europe/Berlin', '2027-01-01T23:00:00Z', 24],
    ['on which clocks go forward', '2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00Z', 23],
    ['on which they go back', '2027-10-31', 'Europe/Berlin', '2027-10-30T22:00:00Z', 25],
    [
      'on which they go forward far in the east',
      '2027-09-26',
      'Pacific/Auckland',
      '2027-09-25T12:00:00Z',
      23,
    ],
    ['on which they go back far in the east', '2027-04-04', 'Pacific/Auckland', '2027-04-03T11:00:00Z', 25],
    ['the furthest ahead', '2027-01-02', 'Pacific/Kiritimati', '2027-01-01T10:00:00Z', 24],
    ['the furthest behind', '2027-01-02', 'Etc/GMT+12', '2027-01-02T12:00:00Z', 24],
    ['that begins at one', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', 23],
    ['a quarter of an hour off', '2027-01-02', 'Asia/Kathmandu', '2027-01-01T18:15:00Z', 24],
    ['that was left out', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
  ])('a day %s: %s in %s', (_what, date, timeZone, from, hours) => {
    const begins = Date.parse(from);
    expect(zonedDays(date, 1, timeZone)).toEqual([{ date, from: begins, to: begins + hours * hour }]);
  });

  it('consecutive days touch, even at the end of a year', () => {
    const days = zonedDays('2027-12-30', 4, 'America/New_York');
    expect(days.map(({ date }) => date)).toEqual(['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02']);
    expect(days.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1).map(({ to }) => to));
  });

  it('adding and subtracting days handles months and leap years', () => {
    expect([addDays('2028-02-28', 2), addDays('2027-03-01', -1), addDays('2027-12-31', 0)]).toEqual([
      '2028-03-01',
      '2027-02-28',
      '2027-12-31',
    ]);
  });

  it.each([
    ['UTC', '2027-01-02', '00:05'],
    ['America/New_York', '2027-01-01', '19:05'],
    ['Asia/Kolkata', '2027-01-02', '05:35'],
  ])('zonedClock returns the local date and time in %s', (timeZone, date, time) => {
    expect(zonedClock(timeZone)(Date.UTC(2027, 0, 2, 0, 5))).toEqual({ date, time });
  });
});
