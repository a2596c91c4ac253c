/** A day as a time zone has it: where clocks are changed it has 23 or 25 hours, or does not begin at midnight. */
export interface ZonedDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** Unix milliseconds; `to` is not in it. */
  from: number;
  to: number;
}

const dayMillis = 24 * 60 * 60_000;
const minuteMillis = 60_000;

/** Whether this is the name of a time zone of the IANA, such as `Europe/Berlin`, or `UTC`. */
export function isTimeZone(name: string): boolean {
  // A bare offset has no clocks that are changed, and no name.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Days in a row. @param date the first, `YYYY-MM-DD` */
export function zonedDays(date: string, count: number, timeZone: string): ZonedDay[] {
  const clock = zonedClock(timeZone);
  const dates = Array.from({ length: count }, (_, days) => addDays(date, days));
  return dates.map((each) => ({
    date: each,
    from: startOf(each, clock),
    to: startOf(addDays(each, 1), clock),
  }));
}

/** The date so many days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10);
}

/** What clocks of a time zone show: `date` as `YYYY-MM-DD`, `time` as `HH:MM`. */
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

/** The first instant whose date is this one, or a later one where clocks have left it out: found by halving. */
function startOf(date: string, clock: ReturnType<typeof zonedClock>): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  // No time zone is further from UTC than 14 hours.
  let [before, after] = [utc / minuteMillis - 15 * 60, utc / minuteMillis + 15 * 60];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * minuteMillis).date >= date) after = middle;
    else before = middle;
  }
  return after * minuteMillis;
}
