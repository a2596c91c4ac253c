import type { Calendar } from '../../services/overview/read-calendar.ts';
import type { ZonedDay } from '../../services/overview/zoned-days.ts';
import { type Html, html } from '../html.ts';
import { bookedBy, bookedName, bookingAddress, type LaneOptions } from './calendar-lane.ts';
import { dayName, weekdayName } from './numbers.ts';

/** The bookings as a table, for narrow windows and screen readers. */
export function bookingList(
  { courts }: Calendar,
  days: readonly ZonedDay[],
  { named }: LaneOptions,
): Html | false {
  const rows = days.flatMap((day) =>
    courts.flatMap(({ name, bookings }) =>
      bookings
        .filter(({ from, to }) => to > day.from && from < day.to)
        .map((booking) => {
          const { id, from, to } = booking;
          const date = days.length > 1 ? `${weekdayName(day.date)} ${dayName(day.date)}, ` : '';
          return html`<tr><td>${date}${named(from)}–${named(to)}</td><td dir="auto">${name}</td><td><a href="${bookingAddress(id)}"><bdi>${bookedName(booking)}</bdi></a> <small><bdi>${bookedBy(booking)}</bdi></small></td></tr>
`;
        }),
    ),
  );
  if (rows.length === 0) return false;
  return html`<details>
<summary>As a list</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Bookings of ${days.length > 1 ? 'all days' : days[0]!.date}">
<table>
<thead><tr><th scope="col">When</th><th scope="col">Court</th><th scope="col">Booking</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</details>`;
}
