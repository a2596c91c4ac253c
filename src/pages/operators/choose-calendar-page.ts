import type { Club } from '../../services/overview/list-clubs.ts';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { addressOf } from './calendar-page.ts';

/** The list of clubs to choose from. */
export function chooseCalendarPage({ clubs, hasMore }: { clubs: readonly Club[]; hasMore: boolean }): string {
  const items = clubs.map(
    ({ id, name, timeZone }) =>
      html`<li><a href="${addressOf({ organizationId: id })}"><bdi>${name}</bdi></a> <small>${timeZone}</small></li>
`,
  );
  const list = html`<ul class="clubs">
${items}</ul>
${hasMore && html`<p class="more">The first clubs by name. Find another one with the field at the top of the page. The page of a club or court links to its calendar.</p>`}`;
  const empty = html`<div class="empty">
<p><b>No clubs yet.</b></p>
<p>The calendar shows booked and free times of each court, by day and by week. To set up a club with courts, open
<a href="/operators/create-organization">Create a club</a>.</p>
</div>`;
  return layout({
    title: 'Calendar · Courtbridge',
    description: 'Bookings on the courts of a club.',
    section: '/operators/calendar',
    isForOperators: true,
    body: html`<main id="site-content" class="operators" tabindex="-1">
<div class="heading">
<div>
<h1>Calendar</h1>
<p>Choose a club. Its times are in its time zone.</p>
</div>
</div>
<section class="panel" aria-label="Clubs">
${clubs.length > 0 ? list : empty}
</section>
</main>`,
  });
}
