import { expect, it } from 'vitest';
import { bookingsSection } from '../../../src/pages/operators/bookings-section.ts';

it('marks the current date of each club, and links each number to the calendar of its day', () => {
  const days = ['2027-01-09', '2027-01-10', '2027-01-11'];
  const club = (timeZone: string, today: string) => ({
    organizationId: timeZone,
    name: timeZone,
    timeZone,
    today,
    days: [0, 3, 0],
  });
  const of = (...clubs: ReturnType<typeof club>[]) =>
    String(bookingsSection({ days, clubs, hasMoreClubs: false }));
  const marked = (html: string) =>
    [...html.matchAll(/<th scope="col" class="today">\w+<br>(\d+ \w+)/g)].map(([, day]) => day);
  const newYork = club('America/New_York', '2027-01-10');
  const tokyo = club('Asia/Tokyo', '2027-01-11');
  expect(marked(of(newYork))).toEqual(['10 Jan']);
  expect(marked(of(newYork, tokyo))).toEqual(['10 Jan', '11 Jan']);
  const [, address] = /class="number" href="([^"]+)"/.exec(of(newYork))!;
  expect(address).toBe('/operators/calendar?organizationId=America%2FNew_York&amp;date=2027-01-10');
});
