import { offsetAt, zonedClock } from '../../services/overview/zoned-days.ts';

export const minute = 60_000;

/** Turns an instant into the value of an input for a date and a time: `2026-11-25T14:00`. */
export function toInputTime(instant: string | number, timeZone: string): string {
  const { date, time } = zonedClock(timeZone)(new Date(instant).getTime());
  return `${date}T${time}`;
}

/**
 * Turns a local time into an instant, ISO 8601. Where clocks repeat an hour it is the first one. Where they skip an hour it is the
 * time as far after the change.
 *
 * @param local `YYYY-MM-DDTHH:MM`
 */
export function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  const clock = zonedClock(timeZone);
  const day = 24 * 60 * minute;
  const candidates = [offsetAt(wanted - day, clock), offsetAt(wanted + day, clock)].map(
    (offset) => wanted - offset,
  );
  const exact = candidates.filter((at) => offsetAt(at, clock) === wanted - at);
  return new Date(Math.min(...(exact.length > 0 ? exact : [candidates[0]!]))).toISOString();
}
