import { describe, expect, it } from 'vitest';
import { layout } from '../../../src/pages/layout.ts';
import { calendarPage } from '../../../src/pages/operators/calendar-page.ts';
import { chooseCalendarPage } from '../../../src/pages/operators/choose-calendar-page.ts';
import type { Calendar, CalendarBooking } from '../../../src/services/overview/read-calendar.ts';
import { zonedDays } from '../../../src/services/overview/zoned-days.ts';

const hour = 3_600_000;
const organization = { id: '01900000-0000-7000-8000-000000000001', name: 'Club', timeZone: 'UTC' };
const court = { id: '01900000-0000-7000-8000-000000000002', name: 'Court 1', active: true };
const midnight = Date.UTC(2027, 0, 1);

function booking(from: number, to: number, more: Partial<CalendarBooking> = {}): CalendarBooking {
  return {
    id: '01900000-0000-7000-8000-000000000003',
    externalCourtBookingId: 'booking-1',
    partner: 'Padel app',
    blockReason: null,
    person: null,
    participants: 0,
    from: midnight + from * hour,
    to: midnight + to * hour,
    ...more,
  };
}

/** A page of one court on 1 January 2027, at 12:30. */
function pageOf(
  bookings: readonly CalendarBooking[],
  given: Partial<Calendar> = {},
  { mayBlock = true, active = true } = {},
): string {
  const { date = '2027-01-01', days = 1, timeZone = 'UTC' } = given;
  const page = calendarPage(
    {
      organizationId: organization.id,
      organization,
      date,
      days,
      timeZone,
      now: midnight + 12.5 * hour,
      courts: [{ ...court, active, bookings }],
      hasMoreCourts: false,
      hasMoreBookings: false,
      zonedDays: zonedDays(date, days, timeZone),
      ...given,
    },
    mayBlock,
  );
  return layout(page);
}

/** The labels of the hours with their positions in percent. */
const labelsOf = (html: string) =>
  [...html.matchAll(/<text class="axis" x="([\d.]+)%"[^>]*>([\d:]+)</g)].map(
    ([, x, time]) => [Number(x), time] as const,
  );

const addressesOf = (html: string, path: string) =>
  [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => new URL(href!.replaceAll('&amp;', '&'), 'http://localhost'))
    .filter(({ pathname }) => pathname === path);

describe('a booking of the calendar', () => {
  it.each([
    ['a person', { person: 'Ada Lovelace', participants: 1 }, 'Ada Lovelace', 'booking-1, Padel app'],
    [
      'a person and others',
      { person: 'Ada Lovelace', participants: 3 },
      'Ada Lovelace +2',
      'booking-1, Padel app',
    ],
    ['guests only', { participants: 2 }, 'booking-1', 'Padel app'],
  ])('with %s is named after it in the drawing and in the list', (_who, who, name, by) => {
    const html = pageOf([booking(10, 11, who)]);
    expect(html).toContain(`<title>10:00–11:00: ${name}, ${by}</title>`);
    expect(html).toContain(`<b dir="auto">${name}</b><span dir="auto">Padel app</span>`);
    expect(html).toContain(`<bdi>${name}</bdi></a> <small><bdi>${by}</bdi></small>`);
  });

  it('of half an hour shows a short name and the partner', () => {
    const html = pageOf([booking(10, 10.5, { person: 'Ada Lovelace', participants: 2 })]);
    expect(html).toContain(
      '<div class="booked-text is-small"><b dir="auto">A. Lovelace +1</b><span dir="auto">Padel app</span>',
    );
  });

  it('has the color of its partner, which the key names, and blocks have another', () => {
    const partners = Array.from({ length: 10 }, (_, n) => `Partner ${String.fromCharCode(74 - n)}`);
    const html = pageOf([
      ...partners.map((partner, n) => booking(7 + n, 8 + n, { partner })),
      booking(20, 21, { partner: 'Operators', blockReason: 'net' }),
    ]);
    const key = [...html.matchAll(/<li class="(partner-\d[^"]*)"><bdi>(.*?)<\/bdi>/g)];
    expect(key.map(([, , partner]) => partner)).toEqual(partners.toSorted());
    expect(new Set(key.map(([, color]) => color)).size).toBe(10);
    for (const [, color, partner] of key)
      expect(html).toMatch(new RegExp(`, ${partner}</title><rect class="booked ${color}" `));
    expect(html).toMatch(/Blocked: net<\/title><rect class="booked is-block" /);
  });

  it('opens its page from the drawing and from the list', () => {
    const found = addressesOf(pageOf([booking(10, 11)]), '/operators/booking');
    expect(found.map(({ search }) => search)).toEqual(
      Array(2).fill('?courtBookingId=01900000-0000-7000-8000-000000000003'),
    );
  });

  it('has escaped texts, which keep their own direction', () => {
    const evil = '<b>"x"</b>';
    const html = pageOf([booking(10, 11, { person: evil, participants: 1, partner: 'نادي' })]);
    expect(html).not.toContain(evil);
    expect(html).toContain('<b dir="auto">&lt;b&gt;&quot;x&quot;&lt;/b&gt;</b><span dir="auto">نادي</span>');
  });
});

describe('a free time of the calendar', () => {
  const free = (html: string) =>
    addressesOf(html, '/operators/block-court').map(({ searchParams }) => Object.fromEntries(searchParams));

  it('opens the form that blocks it, from now on', () => {
    const html = pageOf([booking(9, 10), booking(14, 15)]);
    const iso = (hours: number) => new Date(midnight + hours * hour).toISOString();
    expect(free(html)).toEqual([
      { courtId: court.id, from: iso(12.5), to: iso(14), edit: '1' },
      { courtId: court.id, from: iso(15), to: iso(23), edit: '1' },
    ]);
    expect(html).toContain('<title>Free from 15:00 to 23:00: 8 h. Block this time.</title>');
    expect(html).toContain('<title>Free from 07:00 to 09:00: 2 h</title>');
  });

  it.each([
    ['for a role that may not block', {}, { mayBlock: false }],
    ['on a closed court', {}, { active: false }],
    ['on a day in the past', { date: '2026-12-31' }, {}],
  ])('is no link %s', (_when, given, options) => {
    const html = pageOf([booking(9, 10)], given, options);
    expect(free(html)).toEqual([]);
    expect(html).toContain('<title>Free from');
  });
});

describe('the hours of the calendar', () => {
  it.each([
    ['7 to 23', [], '07:00', '23:00', 2],
    ['from 6', [booking(6.5, 8)], '06:00', '24:00', 3],
    ['until 24', [booking(22, 24)], '06:00', '24:00', 3],
    ['from 3', [booking(3, 4)], '03:00', '24:00', 3],
    ['all day', [booking(0, 24)], '00:00', '24:00', 3],
  ])('%s have labels at the same distance, from edge to edge', (_hours, bookings, first, last, step) => {
    const labels = labelsOf(pageOf(bookings));
    expect([labels[0], labels.at(-1)]).toEqual([
      [0, first],
      [100, last],
    ]);
    const distances = labels.slice(1).map(([x], place) => x - labels[place]![0]);
    for (const distance of distances) expect(distance).toBeCloseTo(distances[0]!, 1);
    expect(Number(labels[1]![1]!.slice(0, 2)) - Number(first.slice(0, 2))).toBe(step);
  });

  it.each([
    ['2027-03-28', '23 hours', 23],
    ['2027-10-31', '25 hours', 25],
  ])('on %s, when clocks change in Berlin, are %s long, with the same labels', (date, note, hours) => {
    const days = zonedDays(date, 1, 'Europe/Berlin');
    const whole = booking(0, 0, { from: days[0]!.from, to: days[0]!.to });
    const html = pageOf([whole], { date, timeZone: 'Europe/Berlin' });
    expect(html).toContain(`<small>clock change: ${note}</small>`);
    const labels = labelsOf(html);
    expect(labels.map(([, time]) => time)).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '24:00',
    ]);
    expect(labels[1]![0]).toBeCloseTo((100 * (hours - 21)) / hours, 1);
  });
});

describe('the current time in the calendar', () => {
  it('is a line in the lane of today, which the text explains', () => {
    const html = pageOf([]);
    expect(html).toContain('<g class="now"><title>Now: 12:30</title><line x1="34.38%"');
    expect(html).toContain('The line marks the current time, 12:30.');
    const week = pageOf([], { days: 7, date: '2026-12-30' });
    expect(week.match(/class="now"/g)).toHaveLength(1);
  });

  it('is not in a day without it', () => {
    const html = pageOf([], { date: '2027-01-02' });
    expect(html).not.toContain('class="now"');
    expect(html).not.toContain('current time');
  });

  it('is led to by a link, which is marked on a page that contains today', () => {
    const query = `organizationId=${organization.id}&amp;days=1`;
    expect(pageOf([])).toContain(`<a href="/operators/calendar?${query}" aria-current="date">Today</a>`);
    expect(pageOf([], { date: '2027-01-02' })).toContain(`<a href="/operators/calendar?${query}">Today</a>`);
  });
});

describe('the time zone of the calendar', () => {
  it('is that of the club, and no address needs to name it', () => {
    const club = { ...organization, timeZone: 'America/New_York' };
    // 20:00 to 21:00 in New York, on the next day in UTC.
    const html = pageOf([booking(25, 26)], { organization: club, timeZone: club.timeZone });
    expect(html).toContain('1 Jan 2027 in EST, time zone America/New_York.');
    expect(html).toContain('<td>20:00–21:00</td>');
    expect(html).not.toContain('timeZone=');
  });

  it('can be another one, which the page says and its addresses keep', () => {
    const html = pageOf([booking(10, 11)], { timeZone: 'Asia/Tokyo' });
    expect(html).toContain('time zone Asia/Tokyo (the club uses UTC).');
    expect(html).toContain('<td>19:00–20:00</td>');
    const others = addressesOf(html, '/operators/calendar').filter(({ search }) => search !== '');
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter(({ searchParams }) => searchParams.get('timeZone') !== 'Asia/Tokyo')).toEqual([]);
  });
});

describe('the list of clubs', () => {
  it('shows their time zones, and links to calendars without one', () => {
    const html = layout(
      chooseCalendarPage({ clubs: [{ ...organization, timeZone: 'Asia/Tokyo' }], hasMore: true }),
    );
    expect(html).toContain(
      `<a href="/operators/calendar?organizationId=${organization.id}"><bdi>Club</bdi></a> <small>Asia/Tokyo</small>`,
    );
    expect(html).toContain('The first clubs by name.');
  });
});

it.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-25T00:30Z', '02:30 CEST–02:30 CET'],
  ['America/St_Johns', '2026-11-01', '2026-11-01T04:00Z', '01:30 GMT-2:30–01:30 GMT-3:30'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T14:30Z', '01:30 GMT+11–02:00'],
  ['Europe/Berlin', '2027-03-28', '2027-03-28T00:30Z', '01:30–03:30'],
])('in %s, a booking during the change of clocks on %s has its times', (timeZone, date, start, name) => {
  const from = (Date.parse(start) - midnight) / hour;
  const html = pageOf([booking(from, from + 1)], { date, timeZone });
  for (const shown of [`<title>${name}: `, `<td>${name}</td>`]) expect(html).toContain(shown);
  expect(html).toContain(`Free from ${name.split('–')[1]} to `);
});
