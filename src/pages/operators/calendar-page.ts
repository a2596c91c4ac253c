import { type Calendar, mostCourts } from '../../services/overview/read-calendar.ts';
import { addDays, clockName, type ZonedDay, zonedClock } from '../../services/overview/zoned-days.ts';
import { zoneName } from '../../services/values/time-names.ts';
import { type Html, html, limited } from '../html.ts';
import type { Page } from '../layout.ts';
import { type LaneOptions, lane, partnerKey, partnersIn, shownHours } from './calendar-lane.ts';
import { bookingList } from './calendar-list.ts';
import { dayName, weekdayName } from './numbers.ts';

/** The bookings and free times of a court, or of all courts of a club, on one day or seven. */
export function calendarPage(calendar: Calendar, mayBlock: boolean): Page {
  const { courts, zonedDays, organization, courtId, timeZone, now, hasMoreCourts, hasMoreBookings } =
    calendar;
  const [court] = courts;
  const name = courtId ? `${court!.name}, ${organization.name}` : organization.name;
  const clock = remembered(zonedClock(timeZone));
  const named = remembered((at) => clockName(at, timeZone, clock));
  const partners = partnersIn(calendar);
  const options: LaneOptions = { hours: shownHours(calendar, clock), clock, named, now, mayBlock, partners };
  const notes = [
    hasMoreCourts ? `Only the first ${mostCourts} courts, by name.` : '',
    hasMoreBookings ? 'Not all bookings are shown. Choose a single day or court.' : '',
  ].filter(Boolean);
  const drawn = courtId
    ? panel(
        zonedDays.map((day) => lane(court!, day, dayTitle(day, timeZone), options)),
        calendar,
        zonedDays,
        options,
      )
    : zonedDays.map((day) => {
        const lanes = courts.map((each) => lane(each, day, courtName(each, calendar), options));
        return panel(lanes, calendar, [day], options, dayTitle(day, timeZone));
      });
  return {
    title: `${name} · Courtbridge`,
    description: 'Booked and free times.',
    section: '/operators/calendar',
    isForOperators: true,
    body: html`<main id="site-content" class="operators calendar${sheetOf(calendar)}" tabindex="-1">
<div class="heading">
<div>
<h1><bdi>${name}</bdi>${courtId && !court!.active && html` <span class="closed">closed</span>`}</h1>
<p>${period(zonedDays)} in ${zoneNames(zonedDays, timeZone)}${timeZone !== 'UTC' && `, time zone ${timeZone}`}${isOtherZone(calendar) && html` (the club uses ${organization.timeZone})`}.
A booking opens its page${mayBlock && ', and a free time opens a form to block it'}.${nowNote(calendar, options)}</p>
</div>
${choices(calendar)}
</div>
${notes.map((note) => html`<p class="more">${note}</p>`)}
${partnerKey(partners)}
${drawn}
${timeZoneForm(calendar)}
</main>`,
  };
}

/** Lanes ask for the same instants again and again, and the local time of one is slow. */
function remembered<Value>(read: (at: number) => Value): (at: number) => Value {
  const known = new Map<number, Value>();
  return (at) => {
    const value = known.get(at) ?? read(at);
    known.set(at, value);
    return value;
  };
}

/** A drawing, and the same data as a list. */
function panel(
  lanes: Html[],
  calendar: Calendar,
  days: readonly ZonedDay[],
  options: LaneOptions,
  title?: Html,
): Html {
  const id = `day-${days[0]!.date}`;
  return html`<section class="panel" ${title ? html`aria-labelledby="${id}"` : html`aria-label="Days"`}>
${title && html`<h2 id="${id}">${title}</h2>`}
${
  lanes.length === 0
    ? html`<p class="empty">No courts yet.</p>`
    : html`<div class="lanes" tabindex="0" role="group" aria-label="Booked and free times">
${lanes}
</div>`
}
${bookingList(calendar, days, options)}
</section>
`;
}

const dayTitle = (day: ZonedDay, timeZone: string) =>
  html`${weekdayName(day.date)} ${dayName(day.date)} <small>${zoneNames([day], timeZone)}</small>${lengthNote(day)}`;

function courtName({ id, name, active }: Calendar['courts'][number], calendar: Calendar): Html {
  const address = addressOf({ ...calendar, courtId: id, organizationId: undefined, days: 7 });
  return html`<a href="${address}"><bdi>${name}</bdi></a>${!active && html` <span class="closed">closed</span>`}`;
}

function choices(calendar: Calendar): Html {
  const { date, days, courtId, organization } = calendar;
  const link = (text: Html | string, changed: Partial<Calendar>, isCurrent = false) =>
    html`<a href="${addressOf({ ...calendar, ...changed })}"${isCurrent && html` aria-current="true"`}>${text}</a>`;
  const all = { courtId: undefined, organizationId: organization.id, days: 1 } as const;
  return html`<div class="choices">
${courtId && html`<nav class="choice" aria-label="Club">${link('All courts', all)}</nav>`}<nav class="choice" aria-label="Range">${link('Day', { days: 1 }, days === 1)}${link('Week', { days: 7 }, days === 7)}</nav>
<nav class="choice" aria-label="Time">${link(html`<span aria-hidden="true">‹</span> Previous`, { date: addDays(date, -days) })}${todayLink(calendar)}${link(html`Next <span aria-hidden="true">›</span>`, { date: addDays(date, days) })}</nav>
</div>`;
}

function todayLink(calendar: Calendar): Html {
  const { date: _, ...rest } = calendar;
  const address = addressOf({ ...rest, date: undefined });
  return html`<a href="${address}"${includesNow(calendar) && html` aria-current="date"`}>Today</a>`;
}

const includesNow = ({ zonedDays, now }: Calendar) => now >= zonedDays[0]!.from && now < zonedDays.at(-1)!.to;

const nowNote = (calendar: Calendar, { named }: LaneOptions) =>
  includesNow(calendar) && ` The line marks the current time, ${named(calendar.now)}.`;

const isOtherZone = ({ timeZone, organization }: Calendar) => timeZone !== organization.timeZone;

/** The address of a calendar. It names the time zone only if that is not the club's. */
export function addressOf(calendar: Partial<Omit<Calendar, 'date'>> & { date?: string | undefined }): string {
  const { courtId, organizationId, date, days, timeZone, organization } = calendar;
  const zone = timeZone === organization?.timeZone ? undefined : timeZone;
  const given = { courtId, organizationId, date, days, timeZone: zone };
  const query = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return `/operators/calendar?${new URLSearchParams(query)}`;
}

/** Chooses another club or court, date or time zone. */
function timeZoneForm({ courtId, organization, date, days, timeZone }: Calendar): Html {
  return html`<form class="other" method="get" action="/operators/calendar">
<input type="hidden" name="days" value="${days}"><label>${courtId ? 'Court' : 'Club'} <input name="${courtId ? 'courtId' : 'organizationId'}" value="${courtId ?? organization.name}" placeholder="A name or an ID"${limited} required></label>
<label>Date <input type="date" name="date" value="${date}" required></label>
<label>Time zone <input name="timeZone" value="${timeZone}"${limited} required></label>
<button class="button" type="submit">Show</button>
</form>`;
}

/** Both names where clocks change. */
function zoneNames(days: readonly ZonedDay[], timeZone: string): string {
  const instants = [days[0]!.from, days.at(-1)!.to - 1];
  return [...new Set(instants.map((at) => zoneName(at, timeZone)))].join(' and ');
}

function period(days: Calendar['zonedDays']): string {
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  const name = (date: string) => `${dayName(date)} ${date.slice(0, 4)}`;
  return first === last ? name(first) : `${name(first)} to ${name(last)}`;
}

const hour = 60 * 60_000;

/** Notes days that are shorter or longer because of a clock change. */
function lengthNote({ from, to }: ZonedDay): Html | false {
  const hours = (to - from) / hour;
  return hours !== 24 && html` <small>clock change: ${String(Math.round(hours * 100) / 100)} hours</small>`;
}

/** How small a printed calendar has to be to fit on one sheet, by the number of its lanes. */
function sheetOf({ courts, days, courtId }: Calendar): string {
  const lanes = courtId ? days : courts.length * days;
  return lanes <= 8 ? '' : lanes <= 16 ? ' dense' : lanes <= 40 ? ' denser' : ' densest';
}
