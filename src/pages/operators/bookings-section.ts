import type { BookingsByClub } from '../../services/overview/read-bookings-by-club.ts';
import { escapeHtml } from '../escape-html.ts';
import { explained } from './graphiql-link.ts';
import { count, dayName, weekdayName } from './numbers.ts';
import { clubBookingsQuestion } from './questions.ts';
import { section } from './traffic-sections.ts';

const shades = 5;

/** Bookings by club and day. Darker cells have more bookings. */
export function bookingsSection({ days, clubs, hasMoreClubs }: BookingsByClub): string {
  const most = Math.max(1, ...clubs.flatMap((club) => club.days));
  // Clubs of different time zones may have different dates.
  const today = new Set(clubs.map((club) => club.today));
  const head = days.map(
    (day) =>
      `<th scope="col"${today.has(day) ? ' class="today"' : ''}>${weekdayName(day)}<br>${dayName(day)}${today.has(day) ? '<span class="hidden"> (today)</span>' : ''}</th>`,
  );
  const rows = clubs.map(({ organizationId, name, days: bookings, zonedDays }) => {
    const cells = bookings.map((n, place) => {
      const { from, to } = zonedDays[place]!;
      const question = clubBookingsQuestion(
        organizationId,
        new Date(from).toISOString(),
        new Date(to).toISOString(),
      );
      const shade = n === 0 ? 0 : Math.ceil((shades * n) / most);
      return `<td class="shade-${shade}">${n === 0 ? '<span class="none">0</span>' : explained(count(n), question)}</td>`;
    });
    return `<tr><th scope="row"><a href="/operators/calendar?organizationId=${organizationId}&amp;days=7">${escapeHtml(name)}</a></th>${cells.join('')}</tr>`;
  });
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Table of bookings by club and day">
<table class="shaded">
<thead><tr><th scope="col">Club</th>${head.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
<p class="more">${hasMoreClubs ? 'The clubs with the most bookings. The <a href="/operators/calendar">calendar</a> lists all clubs. ' : ''}A booking counts on each day that it overlaps, in the club's time zone. Blocks by operators are not counted.</p>`;
  const empty = `<div class="empty">
<p><b>No bookings from last week to the next days.</b></p>
<p>This section shows active bookings by club. Each club links to its <a href="/operators/calendar">calendar</a>.</p>
</div>`;
  return section('bookings', 'Bookings by club and day', clubs.length > 0 ? table : empty);
}
