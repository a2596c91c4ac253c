import type { BookingsByClub } from '../../services/overview/read-bookings-by-club.ts';
import { type Html, html } from '../html.ts';
import { addressOf } from './calendar-page.ts';
import { count, dayName, weekdayName } from './numbers.ts';
import { numberLink } from './page-address.ts';
import { section } from './traffic-sections.ts';

const shades = 5;

/** Bookings by club and day. Darker cells have more bookings. */
export function bookingsSection({ days, clubs, hasMoreClubs }: BookingsByClub): Html {
  const most = Math.max(1, ...clubs.flatMap((club) => club.days));
  // Clubs of different time zones may have different dates.
  const today = new Set(clubs.map((club) => club.today));
  const head = days.map(
    (day) =>
      html`<th scope="col"${today.has(day) && html` class="today"`}>${weekdayName(day)}<br>${dayName(day)}${today.has(day) && html`<span class="hidden"> (today)</span>`}</th>`,
  );
  const rows = clubs.map(({ organizationId, name, days: bookings }) => {
    const cells = bookings.map((n, index) => {
      const shade = n === 0 ? 0 : Math.ceil((shades * n) / most);
      const address = addressOf({ organizationId, date: days[index] });
      return html`<td class="shade-${shade}">${n === 0 ? html`<span class="none">0</span>` : numberLink(count(n), address)}</td>`;
    });
    return html`<tr><th scope="row"><a href="${addressOf({ organizationId, days: 7 })}"><bdi>${name}</bdi></a></th>${cells}</tr>
`;
  });
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Table of bookings by club and day">
<table class="shaded">
<thead><tr><th scope="col">Club</th>${head}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
<p class="more">${hasMoreClubs && html`The clubs with the most bookings. The <a href="/operators/calendar">calendar</a> lists all clubs. `}A booking counts on each day that it overlaps, in the club's time zone. Blocks by operators are not counted.</p>`;
  const empty = html`<div class="empty">
<p><b>No bookings from last week to the next days.</b></p>
<p>This section shows active bookings by club. Each club links to its <a href="/operators/calendar">calendar</a>.</p>
</div>`;
  return section('bookings', 'Bookings by club and day', clubs.length > 0 ? table : empty);
}
