import type { Calendar, CalendarBooking, CalendarCourt } from '../../services/overview/read-calendar.ts';
import type { ZonedDay, zonedClock } from '../../services/overview/zoned-days.ts';
import { type Html, html } from '../html.ts';
import { lengthName } from './numbers.ts';
import { pageAddress } from './page-address.ts';

type Clock = ReturnType<typeof zonedClock>;

/** The hours shown for each day in local time: 7 to 23, extended to contain all bookings. */
export interface Hours {
  first: number;
  last: number;
  /** Hours between two labels. They divide the shown hours evenly. */
  step: number;
}

/** What all lanes of a page have in common. */
export interface LaneOptions {
  hours: Hours;
  clock: Clock;
  /** The name of the local time of an instant, which no other instant of the calendar has. */
  named: (at: number) => string;
  /** Unix milliseconds. */
  now: number;
  /** The partners of all bookings, by name. Each has a color. */
  partners: readonly string[];
  /** A free time links to the form that blocks it. */
  mayBlock: boolean;
}

const hour = 60 * 60_000;
const quarter = hour / 4;
const height = 46;
const ticks = 18;
/** Minimum share of the width for a text, and for one of the usual size. Half an hour has room for a small text. */
const room = { small: 0.02, usual: 0.055 };

/** Number of colors of partners. With more partners, colors repeat with another outline. */
const colors = 8;

export function shownHours({ courts, zonedDays }: Calendar, clock: Clock): Hours {
  const shown = { first: 7, last: 23 };
  for (const { from, to } of zonedDays)
    for (const booking of courts.flatMap(({ bookings }) => bookings)) {
      if (booking.to <= from || booking.from >= to) continue;
      const start = booking.from <= from ? 0 : Number(clock(booking.from).time.slice(0, 2));
      const end = booking.to >= to ? 24 : Number(clock(booking.to - 1).time.slice(0, 2)) + 1;
      shown.first = Math.min(shown.first, start);
      shown.last = Math.max(shown.last, end);
    }
  return withEvenLabels(shown);
}

function withEvenLabels({ first, last }: { first: number; last: number }): Hours {
  const step = last - first <= 16 ? 2 : 3;
  const missing = (step - ((last - first) % step)) % step;
  const end = Math.min(24, last + missing);
  return { first: first - (missing - (end - last)), last: end, step };
}

/**
 * One court on one day: bookings, and the free times between them with their length. The axis is elapsed time, so a repeated hour
 * has its own space. The width adapts to the container.
 */
export function lane(court: CalendarCourt, day: ZonedDay, name: Html, options: LaneOptions): Html {
  const { from, to } = shownTime(day, options);
  const bookings = court.bookings.filter((booking) => booking.to > day.from && booking.from < day.to);
  const at = (instant: number) => Math.min(1, Math.max(0, (instant - from) / Math.max(1, to - from)));
  const gaps = gapsBetween(bookings, from, to).map((gap) => free(court, gap, at, options));
  const blocks = bookings.map((booking) => block(booking, at, options));
  const total = (isBlock: boolean) => {
    const n = bookings.filter(({ blockReason }) => (blockReason !== null) === isBlock).length;
    const noun = isBlock ? 'block' : 'booking';
    return { n, words: `${n} ${n === 1 ? noun : `${noun}s`}` };
  };
  const [booked, blocked] = [total(false), total(true)];
  const label = `${court.name}, ${day.date}: ${booked.n} booked${blocked.n === 0 ? '' : `, ${blocked.n} blocked`}`;
  return html`<div class="lane${court.active ? '' : ' is-closed'}">
<p><b>${name}</b> <span>${booked.words}${blocked.n > 0 && html`, ${blocked.words}`}</span></p>
<svg width="100%" height="${height + ticks}" role="group" aria-label="${label}">
<rect class="ground" width="100%" height="${height}" rx="5"/>
${hourLines(from, to, at, options)}${gaps}
${blocks}
${nowLine(from, to, at, options)}</svg>
</div>`;
}

interface Span {
  from: number;
  to: number;
}

/** The instants between two local hours, on a day that may lack one of them. */
function shownTime(day: ZonedDay, { hours: { first, last }, clock }: LaneOptions): Span {
  const instants: number[] = [];
  for (let at = day.from; at < day.to; at += quarter) {
    const hourOfDay = Number(clock(at).time.slice(0, 2));
    if (hourOfDay >= first && hourOfDay < last) instants.push(at);
  }
  return { from: instants[0] ?? day.from, to: (instants.at(-1) ?? day.to - quarter) + quarter };
}

function gapsBetween(bookings: readonly CalendarBooking[], from: number, to: number): Span[] {
  const gaps: Span[] = [];
  let free = from;
  for (const booking of bookings) {
    if (booking.from > free) gaps.push({ from: free, to: booking.from });
    free = Math.max(free, booking.to);
  }
  if (free < to) gaps.push({ from: free, to });
  return gaps;
}

type At = (instant: number) => number;

/** Returns the reason of a block, or whoever plays: `Ada Lovelace +2`. Without an account among them, the partner's id of the booking. */
export function bookedName(booking: CalendarBooking): string {
  const { externalCourtBookingId, blockReason, person, participants } = booking;
  if (blockReason !== null) return `Blocked: ${blockReason}`;
  if (person === null) return externalCourtBookingId;
  return participants > 1 ? `${person} +${participants - 1}` : person;
}

/** The partners of the bookings of a calendar, by name. */
export const partnersIn = ({ courts }: Calendar): string[] =>
  [
    ...new Set(
      courts.flatMap(({ bookings }) =>
        bookings.filter(({ blockReason }) => blockReason === null).map(({ partner }) => partner),
      ),
    ),
  ].sort((one, other) => one.localeCompare(other, 'en'));

const colorOf = (place: number) => `partner-${place % colors}${place < colors ? '' : ' is-repeated'}`;

/** The key of the colors. Bookings name their partner, too. */
export const partnerKey = (partners: readonly string[]): Html | false =>
  partners.length > 0 &&
  html`<ul class="legend" aria-label="Partners">${partners.map((partner, place) => html`<li class="${colorOf(place)}"><bdi>${partner}</bdi></li>`)}</ul>`;

/** `Ada Lovelace +2` in a narrow place: `A. Lovelace +2`. */
const shortName = (name: string) => name.replace(/^(\p{L})\p{L}+ (?=\p{L})/u, '$1. ');

/** Returns the partner of a booking, and the partner's id of it unless that is its name already. */
export const bookedBy = ({ externalCourtBookingId, person, partner }: CalendarBooking): string =>
  person === null ? partner : `${externalCourtBookingId}, ${partner}`;

export const bookingAddress = (id: string) => pageAddress('booking', { courtBookingId: id });

function block(booking: CalendarBooking, at: At, { named, partners }: LaneOptions): Html {
  const { id, partner, blockReason } = booking;
  const isBlock = blockReason !== null;
  const [x, width] = [at(booking.from), at(booking.to) - at(booking.from)];
  const time = `${named(booking.from)}–${named(booking.to)}`;
  const title = `${time}: ${bookedName(booking)}${isBlock ? '' : `, ${bookedBy(booking)}`}`;
  const where = html`x="${percent(x)}" width="${percent(width)}"`;
  const isSmall = width < room.usual;
  const kind = isBlock ? 'is-block' : colorOf(partners.indexOf(partner));
  // HTML in the drawing: text in SVG cannot end with an ellipsis.
  const text =
    width >= room.small &&
    html`<foreignObject ${where} height="${height}" aria-hidden="true"><div class="booked-text${isSmall && ' is-small'}"><b dir="auto">${
      isBlock ? 'Blocked' : isSmall ? shortName(bookedName(booking)) : bookedName(booking)
    }</b><span dir="auto">${blockReason ?? partner}</span></div></foreignObject>`;
  return html`<a href="${bookingAddress(id)}"><title>${title}</title><rect class="booked ${kind}" ${where} y="1" height="${height - 2}" rx="5"/>${text}</a>
`;
}

function free(court: CalendarCourt, { from, to }: Span, at: At, { named, now, mayBlock }: LaneOptions): Html {
  const width = at(to) - at(from);
  const words = lengthName(to - from);
  const title = `Free from ${named(from)} to ${named(to)}: ${words}`;
  const x = percent(at(from) + width / 2);
  const drawn = html`<rect class="gap" x="${percent(at(from))}" width="${percent(width)}" height="${height}"/>${
    width >= room.usual &&
    html`<text class="free" text-anchor="middle" x="${x}" y="${height / 2 + 4}">${words}</text>`
  }`;
  // The time until now cannot be blocked any more.
  const start = Math.max(from, Math.ceil(now / quarter) * quarter);
  if (!mayBlock || !court.active || start >= to) return html`<g><title>${title}</title>${drawn}</g>`;
  const address = pageAddress('block-court', {
    courtId: court.id,
    from: instantOf(start),
    to: instantOf(to),
    edit: '1',
  });
  return html`<a href="${address}"><title>${title}. Block this time.</title>${drawn}</a>`;
}

/** A line for each hour, and labels at the same distance from the first hour to the last. */
function hourLines(from: number, to: number, at: At, { hours, clock, named }: LaneOptions): Html[] {
  const lines: Html[] = [];
  for (let instant = from; instant <= to; instant += quarter) {
    const { time } = clock(instant);
    if (!time.endsWith(':00')) continue;
    const isEnd = instant === to && time === '00:00';
    const x = percent(at(instant));
    lines.push(html`<line class="hour" x1="${x}" x2="${x}" y1="0" y2="${height}"/>`);
    if (((isEnd ? 24 : Number(time.slice(0, 2))) - hours.first) % hours.step === 0)
      lines.push(
        html`<text class="axis" x="${x}" y="${height + 14}" text-anchor="middle">${isEnd ? '24:00' : named(instant)}</text>`,
      );
  }
  return lines;
}

function nowLine(from: number, to: number, at: At, { now, named }: LaneOptions): Html | false {
  if (now < from || now >= to) return false;
  const x = percent(at(now));
  return html`<g class="now"><title>Now: ${named(now)}</title><line x1="${x}" x2="${x}" y1="-3" y2="${height + 3}"/></g>`;
}

const instantOf = (at: number) => new Date(at).toISOString();
const percent = (share: number) => `${Math.round(share * 100_00) / 100}%`;
