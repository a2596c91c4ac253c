import type { Calendar } from '../../services/overview/read-calendar.ts';
import { type ZonedDay, zonedClock } from '../../services/overview/zoned-days.ts';
import { escapeHtml } from '../escape-html.ts';
import { bookedName } from './calendar-lane.ts';
import { explained } from './graphiql-link.ts';
import { dayName, weekdayName } from './numbers.ts';
import { bookingQuestion } from './questions.ts';

/** The bookings as a table, for narrow windows and screen readers. */
export function bookingList({ courts, timeZone }: Calendar, days: readonly ZonedDay[]): string {
  const clock = zonedClock(timeZone);
  const rows = days.flatMap((day) =>
    courts.flatMap(({ name, bookings }) =>
      bookings
        .filter(({ from, to }) => to > day.from && from < day.to)
        .map((booking) => {
          const { id, partner, from, to } = booking;
          const when = `${days.length > 1 ? `${weekdayName(day.date)} ${dayName(day.date)}, ` : ''}${clock(from).time}–${clock(to).time}`;
          return `<tr><td>${when}</td><td>${escapeHtml(name)}</td><td>${explained(bookedName(booking), bookingQuestion(id))}</td><td>${escapeHtml(partner)}</td></tr>`;
        }),
    ),
  );
  if (rows.length === 0) return '';
  return `<details>
<summary>As a list</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Bookings of ${days.length > 1 ? 'all days' : days[0]!.date}">
<table>
<thead><tr><th scope="col">When</th><th scope="col">Court</th><th scope="col">Booking</th><th scope="col">Partner</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
</details>`;
}
