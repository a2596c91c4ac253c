import { type Calendar, mostCourts } from '../../services/overview/read-calendar.ts';
import { type ZonedDay, zonedClock } from '../../services/overview/zoned-days.ts';
import { escapeHtml } from '../escape-html.ts';
import { layout } from '../layout.ts';
import { lane, shownHours } from './calendar-lane.ts';
import { bookingList } from './calendar-list.ts';
import { dateAfter } from './dates.ts';
import { dayName, weekdayName } from './numbers.ts';

/** The bookings and free times of a court, or of all courts of a club, on one day or seven. */
export function calendarPage(calendar: Calendar): string {
  const { courts, zonedDays, organization, courtId, timeZone, hasMoreCourts, hasMoreBookings } = calendar;
  const [court] = courts;
  const name = courtId ? `${court!.name}, ${organization.name}` : organization.name;
  const clock = zonedClock(timeZone);
  const hours = shownHours(calendar, clock);
  const notes = [
    hasMoreCourts ? `Only the first ${mostCourts} courts, by name.` : '',
    hasMoreBookings ? 'Not all bookings are shown. Choose a single day or court.' : '',
  ].filter(Boolean);
  const dayTitle = (day: ZonedDay) => `${weekdayName(day.date)} ${dayName(day.date)}${lengthNote(day)}`;
  const drawn = courtId
    ? panel(
        'days',
        '',
        zonedDays.map((day) => lane(court!, day, hours, clock, dayTitle(day))),
        calendar,
        zonedDays,
      )
    : zonedDays
        .map((day) => {
          const lanes = courts.map((each) => lane(each, day, hours, clock, courtName(each, calendar)));
          return panel(`day-${day.date}`, dayTitle(day), lanes, calendar, [day]);
        })
        .join('\n');
  return layout({
    title: `${name} · Courtbridge`,
    description: 'Booked and free times.',
    section: '/operators/calendar',
    isForOperators: true,
    body: `<main id="site-content" class="operators calendar" tabindex="-1">
<div class="heading">
<div>
<h1>${escapeHtml(name)}${courtId && !court!.active ? ' <span class="closed">closed</span>' : ''}</h1>
<p>${period(zonedDays)}, time zone ${escapeHtml(timeZone)}. Each booking opens GraphiQL with its query.</p>
</div>
${choices(calendar)}
</div>
${notes.map((note) => `<p class="more">${note}</p>`).join('')}
${drawn}
${timeZoneForm(calendar)}
</main>`,
  });
}

/** A drawing, and the same data as a list. */
function panel(
  id: string,
  title: string,
  lanes: string[],
  calendar: Calendar,
  days: readonly ZonedDay[],
): string {
  const heading =
    title === '' ? ' aria-label="Days">' : ` aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>`;
  const none = '<p class="empty">No courts yet.</p>';
  return `<section class="panel"${heading}
${lanes.join('\n') || none}
${bookingList(calendar, days)}
</section>`;
}

function courtName({ id, name, active }: Calendar['courts'][number], calendar: Calendar): string {
  const address = addressOf({ ...calendar, courtId: id, organizationId: undefined, days: 7 });
  return `<a href="${address}">${escapeHtml(name)}</a>${active ? '' : ' <span class="closed">closed</span>'}`;
}

function choices(calendar: Calendar): string {
  const { date, days, courtId, organization } = calendar;
  const link = (text: string, changed: Partial<Calendar>, isCurrent = false) =>
    `<a href="${addressOf({ ...calendar, ...changed })}"${isCurrent ? ' aria-current="true"' : ''}>${text}</a>`;
  const club = courtId
    ? `<nav class="choice" aria-label="Club">${link('All courts', { courtId: undefined, organizationId: organization.id, days: 1 })}</nav>`
    : '';
  return `<div class="choices">
${club}<nav class="choice" aria-label="Range">${link('Day', { days: 1 }, days === 1)}${link('Week', { days: 7 }, days === 7)}</nav>
<nav class="choice" aria-label="Time">${link('<span aria-hidden="true">‹</span> Previous', { date: dateAfter(date, -days) })}${link('Next <span aria-hidden="true">›</span>', { date: dateAfter(date, days) })}</nav>
</div>`;
}

/** The address of a calendar, escaped for HTML. */
export function addressOf({
  courtId,
  organizationId,
  date,
  days,
  timeZone,
}: Omit<Partial<Calendar>, 'courts'>): string {
  const given = { courtId, organizationId, date, days, timeZone };
  const query = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return escapeHtml(`/operators/calendar?${new URLSearchParams(query)}`);
}

/** Chooses another date or time zone. */
function timeZoneForm({ courtId, organizationId, date, days, timeZone }: Calendar): string {
  const kept = Object.entries({ courtId, organizationId, days })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(`${value}`)}">`);
  return `<form class="other" method="get" action="/operators/calendar">
${kept.join('')}<label>Date <input type="date" name="date" value="${date}" required></label>
<label>Time zone <input name="timeZone" value="${escapeHtml(timeZone)}" required></label>
<button class="button" type="submit">Show</button>
</form>`;
}

function period(days: Calendar['zonedDays']): string {
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  const name = (date: string) => `${dayName(date)} ${date.slice(0, 4)}`;
  return first === last ? name(first) : `${name(first)} to ${name(last)}`;
}

const hour = 60 * 60_000;

/** Notes days that are shorter or longer because of a clock change. */
function lengthNote({ from, to }: Calendar['zonedDays'][number]): string {
  const hours = (to - from) / hour;
  return hours === 24 ? '' : ` <small>clock change: ${Math.round(hours * 100) / 100} hours</small>`;
}
