import { zoneName } from '../values/time-names.ts';

/** A day in a time zone. When clocks change it has 23 or 25 hours, or does not begin at midnight. */
export interface ZonedDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** Unix milliseconds. `to` is exclusive. */
  from: number;
  to: number;
}

const dayMillis = 24 * 60 * 60_000;
const minuteMillis = 60_000;

/**
 * Returns consecutive days.
 *
 * @param date the first, `YYYY-MM-DD`
 */
export function zonedDays(date: string, count: number, timeZone: string): ZonedDay[] {
  const clock = zonedClock(timeZone);
  const dates = Array.from({ length: count }, (_, days) => addDays(date, days));
  const starts = [...dates, addDays(date, count)].map((each) => startOf(each, clock));
  return dates.map((each, index) => ({ date: each, from: starts[index]!, to: starts[index + 1]! }));
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10);
}

/** Returns a function that converts an instant to the local date, `YYYY-MM-DD`, and time, `HH:MM`. */
export function zonedClock(timeZone: string): (at: number) => { date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.year}-${parts.month}-${parts.day}`,
      time: `${parts.hour}:${parts.minute}`,
    };
  };
}

/** The difference between local time and UTC, in milliseconds. */
export function offsetAt(at: number, clock: ReturnType<typeof zonedClock>): number {
  const { date, time } = clock(at);
  return Date.parse(`${date}T${time}Z`) - Math.floor(at / minuteMillis) * minuteMillis;
}

/** Names the local time of an instant: `01:30`, or `01:30 CEST` when clocks go back and show it twice. */
export function clockName(at: number, timeZone: string, clock: ReturnType<typeof zonedClock>): string {
  const { time } = clock(at);
  const isTwice = [at - dayMillis, at + dayMillis].some((near) => {
    const other = offsetAt(near, clock);
    const twin = at + offsetAt(at, clock) - other;
    return twin !== at && offsetAt(twin, clock) === other;
  });
  return isTwice ? `${time} ${zoneName(at, timeZone)}` : time;
}

/** Finds the first instant with this local date, or a later date if clocks skipped it. */
function startOf(date: string, clock: ReturnType<typeof zonedClock>): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const local = clock(utc);
  const guess = 2 * utc - Date.parse(`${local.date}T${local.time}Z`);
  if (clock(guess).date === date && clock(guess - minuteMillis).date < date) return guess;
  // Clocks change on one of the two days, so it is searched for.
  // No time zone is further than 14 hours from UTC.
  let [before, after] = [utc / minuteMillis - 15 * 60, utc / minuteMillis + 15 * 60];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * minuteMillis).date >= date) after = middle;
    else before = middle;
  }
  return after * minuteMillis;
}
