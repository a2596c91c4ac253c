import { malformed, type TextFault } from './text-fault.ts';

/** Returns the date of midnight UTC, as in responses, and any other text unchanged. */
export const withoutMidnight = (value: string): string =>
  value.replace(/^(\d{4}-\d{2}-\d{2})[Tt]00:00:00(?:\.0+)?(?:[Zz]|[+-]00:00)$/, '$1');

/** Returns the fault of a text that is not a date of the calendar, `YYYY-MM-DD`, from 1900-01-01 to `today`. */
export function dateFault(value: string, today: string): TextFault | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return malformed('Must be a date, YYYY-MM-DD.');
  if (!isCalendarDate(value)) return malformed('Must be a date of the calendar.');
  if (value < '1900-01-01') return malformed('Must not be before 1900-01-01.');
  if (value > today) return malformed('Must not be in the future.');
  return undefined;
}

/** Returns true if the Gregorian calendar has the date, `YYYY-MM-DD`. */
export function isCalendarDate(date: string): boolean {
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
}
