import { expect, it } from 'vitest';
import { timeName, zoneName } from '../../../src/services/values/time-names.ts';

it.each([
  ['startDate', '2027-01-11T01:00:00.000Z', 'America/New_York', '10 Jan 2027, 20:00 EST'],
  ['endDate', '2026-07-11T18:30:00Z', 'Europe/Berlin', '11 Jul 2026, 20:30 CEST'],
  ['endDate', '2026-12-11T18:30:15Z', 'Europe/Berlin', '11 Dec 2026, 19:30:15 CET'],
  ['startDate', '2026-12-11T18:30:00+02:00', 'Asia/Tokyo', '12 Dec 2026, 01:30 GMT+9'],
  ['at', '2026-12-02T04:30:00.123Z', 'America/New_York', '2 Dec 2026, 04:30:00 UTC'],
  ['externalUpdatedAt', '2026-12-02T04:30:00.000120Z', 'America/New_York', '2 Dec 2026, 04:30:00.00012 UTC'],
])('%s %s of a club in %s is %s', (field, instant, timeZone, name) => {
  expect(timeName(field, instant, timeZone)).toBe(name);
});

it('the name of a zone follows its clock', () => {
  const names = [0, 6].map((month) => zoneName(Date.UTC(2027, month, 1), 'Europe/London'));
  expect(names).toEqual(['GMT', 'BST']);
});
