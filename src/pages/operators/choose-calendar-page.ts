import type { Club } from '../../services/overview/list-clubs.ts';
import { escapeHtml } from '../escape-html.ts';
import { layout } from '../layout.ts';
import { addressOf } from './calendar-page.ts';

/** Which calendar? The clubs, to choose from. */
export function chooseCalendarPage({ clubs, hasMore }: { clubs: readonly Club[]; hasMore: boolean }): string {
  const items = clubs.map(
    ({ id, name }) => `<li><a href="${addressOf({ organizationId: id })}">${escapeHtml(name)}</a></li>`,
  );
  const list = `<ul class="clubs">
${items.join('\n')}
</ul>
${hasMore ? '<p class="more">The newest. For another one add its id to the address: <code>/operators/calendar?organizationId=…</code>, or <code>courtId=…</code>. GraphiQL’s <code>search</code> finds it by a part of its name.</p>' : ''}`;
  const empty = `<div class="empty">
<p><b>There is no club yet.</b></p>
<p>Once there is one with courts, you see here what is booked on them and what is free, by day and by week. The
<a href="/graphql">playbook in GraphiQL</a> sets one up.</p>
</div>`;
  return layout({
    title: 'Calendar · Courtbridge',
    description: 'What is booked on the courts of a club.',
    section: '/operators/calendar',
    isForOperators: true,
    body: `<main id="site-content" class="operators" tabindex="-1">
<div class="heading">
<div>
<h1>Calendar</h1>
<p>Of which club? From there each court has its own.</p>
</div>
</div>
<section class="panel" aria-label="Clubs">
${clubs.length > 0 ? list : empty}
</section>
</main>`,
  });
}
