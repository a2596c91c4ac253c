import type { Club } from '../../services/overview/list-clubs.ts';
import { escapeHtml } from '../escape-html.ts';
import { layout } from '../layout.ts';
import { addressOf } from './calendar-page.ts';

/** The list of clubs to choose from. */
export function chooseCalendarPage({ clubs, hasMore }: { clubs: readonly Club[]; hasMore: boolean }): string {
  const items = clubs.map(
    ({ id, name }) => `<li><a href="${addressOf({ organizationId: id })}">${escapeHtml(name)}</a></li>`,
  );
  const list = `<ul class="clubs">
${items.join('\n')}
</ul>
${hasMore ? '<p class="more">The newest clubs. For another club, add its id to the address: <code>/operators/calendar?organizationId=…</code>, or <code>courtId=…</code> for a court. To find the id by name, use <code>search</code> in GraphiQL.</p>' : ''}`;
  const empty = `<div class="empty">
<p><b>No clubs yet.</b></p>
<p>The calendar shows booked and free times of each court, by day and by week. To set up a club with courts, open the
<a href="/graphql">playbook in GraphiQL</a>.</p>
</div>`;
  return layout({
    title: 'Calendar · Courtbridge',
    description: 'Bookings on the courts of a club.',
    section: '/operators/calendar',
    isForOperators: true,
    body: `<main id="site-content" class="operators" tabindex="-1">
<div class="heading">
<div>
<h1>Calendar</h1>
<p>Choose a club.</p>
</div>
</div>
<section class="panel" aria-label="Clubs">
${clubs.length > 0 ? list : empty}
</section>
</main>`,
  });
}
