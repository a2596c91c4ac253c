import type { NamedCourt } from '../../services/overview/find-for-calendar.ts';
import type { Club } from '../../services/overview/list-clubs.ts';
import { html, limited } from '../html.ts';
import type { Page } from '../layout.ts';
import { shortText } from './addresses.ts';
import { addressOf } from './calendar-page.ts';

export interface CalendarChoice {
  clubs: readonly Club[];
  courts?: readonly NamedCourt[];
  hasMore: boolean;
  /** The name that several of them have. */
  sought?: string;
}

/** The clubs or courts to choose from: all clubs, or those with a name. */
export function chooseCalendarPage({ clubs, courts = [], hasMore, sought }: CalendarChoice): Page {
  const items = clubs.map(
    ({ id, name, timeZone }) =>
      html`<li><a href="${addressOf({ organizationId: id })}"><bdi>${name}</bdi></a> <small>${timeZone}</small></li>
`,
  );
  const ofCourts = courts.map(
    ({ id, name, club }) =>
      html`<li><a href="${addressOf({ courtId: id, days: 7 })}"><bdi>${name}</bdi></a> <small><bdi>${club}</bdi></small></li>
`,
  );
  const list = html`<ul class="clubs">
${items}${ofCourts}</ul>
${hasMore && html`<p class="more">The first ${courts.length > 0 ? 'courts' : 'clubs'} by name. Enter a part of the name to find others.</p>`}`;
  const empty = html`<div class="empty">
<p><b>No clubs yet.</b></p>
<p>The calendar shows booked and free times of each court, by day and by week. To set up a club with courts, open
<a href="/operators/create-organization">Create a club</a>.</p>
</div>`;
  return {
    title: 'Calendar · Courtbridge',
    description: 'Bookings on the courts of a club.',
    section: '/operators/calendar',
    isForOperators: true,
    body: html`<main id="site-content" class="operators" tabindex="-1">
<div class="heading">
<div>
<h1>Calendar</h1>
<p>${sought === undefined ? 'Choose a club.' : `Several ${courts.length > 0 ? 'courts' : 'clubs'} match “${shortText(sought)}”. Choose one.`} Times are in the time zone of the club.</p>
</div>
</div>
<form class="other" method="get" action="/operators/calendar"><label>Club <input name="organizationId" placeholder="A name or an ID"${limited} required></label>
<button class="button" type="submit">Show</button></form>
<section class="panel" aria-label="Clubs">
${clubs.length + courts.length > 0 ? list : empty}
</section>
</main>`,
  };
}
