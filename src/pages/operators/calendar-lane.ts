import type { Calendar, CalendarBooking, CalendarCourt } from '../../services/overview/read-calendar.ts';
import type { ZonedDay, zonedClock } from '../../services/overview/zoned-days.ts';
import { escapeHtml } from '../escape-html.ts';
import { explained, graphiqlAddress } from './graphiql-link.ts';
import { lengthName } from './numbers.ts';
import { bookingQuestion, courtBookingsQuestion } from './questions.ts';

type Clock = ReturnType<typeof zonedClock>;

/** The hours shown for each day in local time: 7 to 23, extended to contain all bookings. */
export interface Hours {
  first: number;
  last: number;
}

const hour = 60 * 60_000;
const quarter = hour / 4;
const height = 46;
const ticks = 18;
/** Minimum share of the width for a text: on a phone, and elsewhere. */
const roomOnPhone = 0.17;
const room = 0.055;

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
  return shown;
}

/**
 * One court on one day: bookings, and the free times between them with their length. The axis is elapsed time, so a repeated hour
 * has its own space. The width adapts to the container.
 */
export function lane(court: CalendarCourt, day: ZonedDay, hours: Hours, clock: Clock, name: string): string {
  const { from, to } = shownTime(day, hours, clock);
  const bookings = court.bookings.filter((booking) => booking.to > day.from && booking.from < day.to);
  const at = (instant: number) => Math.min(1, Math.max(0, (instant - from) / (to - from)));
  const blocks = bookings.map((booking) => block(booking, at, clock));
  const gaps = gapsBetween(bookings, from, to).map((gap) => free(gap, at, clock));
  const [day_, end] = [day.from, day.to].map((instant) => new Date(instant).toISOString());
  const total = (isBlock: boolean) => {
    const n = bookings.filter(({ blockReason }) => (blockReason !== null) === isBlock).length;
    const question = courtBookingsQuestion(court.id, day_!, end!, isBlock);
    return {
      n,
      words: `${explained(String(n), question)} ${isBlock ? 'block' : 'booking'}${n === 1 ? '' : 's'}`,
    };
  };
  const [booked, blocked] = [total(false), total(true)];
  const totals = `<span>${booked.words}${blocked.n === 0 ? '' : `, ${blocked.words}`}</span>`;
  return `<div class="lane${court.active ? '' : ' is-closed'}">
<p>${name === '' ? '' : `<b>${name}</b> `}${totals}</p>
<svg width="100%" height="${height + ticks}" role="group" aria-label="${escapeHtml(`${court.name}, ${day.date}: ${booked.n} booked${blocked.n === 0 ? '' : `, ${blocked.n} blocked`}`)}">
<rect class="ground" width="100%" height="${height}" rx="5"/>
${hourLines(from, to, at, clock)}${gaps.join('')}
${blocks.join('\n')}
</svg>
</div>`;
}

interface Span {
  from: number;
  to: number;
}

/** The instants between two local hours, on a day that may lack one of them. */
function shownTime(day: ZonedDay, { first, last }: Hours, clock: Clock): Span {
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

/** Returns the partner's id of a booking, or the reason of a block. */
export function bookedName({ externalCourtBookingId, blockReason }: CalendarBooking): string {
  return blockReason === null ? externalCourtBookingId : `Blocked: ${blockReason}`;
}

function block(booking: CalendarBooking, at: At, clock: Clock): string {
  const { id, partner, blockReason } = booking;
  const isBlock = blockReason !== null;
  const [x, width] = [at(booking.from), at(booking.to) - at(booking.from)];
  const time = `${clock(booking.from).time}–${clock(booking.to).time}`;
  const title = escapeHtml(
    `${time}: ${isBlock ? bookedName(booking) : `${bookedName(booking)}, ${partner}`}`,
  );
  const where = `x="${percent(x)}" width="${percent(width)}"`;
  const text = (y: number, kind: string, words: string) =>
    `<text x="7" y="${y}" class="${kind}${kindOfRoom(width)}">${escapeHtml(words)}</text>`;
  const texts =
    width < room
      ? ''
      : text(19, 'booked-id', isBlock ? 'Blocked' : booking.externalCourtBookingId) +
        text(36, 'booked-by', blockReason ?? partner);
  return `<a href="${escapeHtml(graphiqlAddress(bookingQuestion(id)))}"><title>${title}</title><rect class="${isBlock ? 'booked is-block' : 'booked'}" ${where} y="1" height="${height - 2}" rx="5"/><svg ${where} height="${height}" aria-hidden="true">${texts}</svg></a>`;
}

function free({ from, to }: Span, at: At, clock: Clock): string {
  const width = at(to) - at(from);
  const words = lengthName(to - from);
  const title = `<title>Free from ${clock(from).time} to ${clock(to).time}: ${words}</title>`;
  const where = `x="${percent(at(from))}" width="${percent(width)}"`;
  const label =
    width < room
      ? ''
      : `<text class="free${kindOfRoom(width)}" text-anchor="middle" x="${percent(at(from) + width / 2)}" y="${height / 2 + 4}">${words}</text>`;
  return `<g>${title}<rect class="gap" ${where} height="${height}"/>${label}</g>`;
}

/** A line for each hour, and a label for every third. */
function hourLines(from: number, to: number, at: At, clock: Clock): string {
  const lines: string[] = [];
  for (let instant = from; instant <= to; instant += quarter) {
    const { time } = clock(instant);
    if (!time.endsWith(':00')) continue;
    const x = percent(at(instant));
    lines.push(`<line class="hour" x1="${x}" x2="${x}" y1="0" y2="${height}"/>`);
    const isEdge = instant === from || instant === to;
    const anchor = instant === from ? 'start' : instant === to ? 'end' : 'middle';
    if (
      isEdge ||
      (Number(time.slice(0, 2)) % 3 === 0 && instant - from >= 2.5 * hour && to - instant >= 2.5 * hour)
    )
      lines.push(
        `<text class="axis" x="${x}" y="${height + 14}" text-anchor="${anchor}">${instant === to && time === '00:00' ? '24:00' : time}</text>`,
      );
  }
  return lines.join('');
}

const kindOfRoom = (width: number) => (width < roomOnPhone ? ' wide' : '');
const percent = (share: number) => `${Math.round(share * 100_00) / 100}%`;
