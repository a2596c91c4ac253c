import { z } from 'zod';

/** Returns true for the name of an IANA time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // A bare offset is not a name and has no clock changes.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The names to choose from, UTC first. */
export const timeZoneNames = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/**
 * The name of a time zone. Names that are not in the list are accepted if the runtime knows them: the list has only one name for each
 * zone, which may be the former one, such as Europe/Kiev.
 */
export const timeZone = () =>
  z
    .string()
    .overwrite(withUsualCase)
    .check((ctx) => {
      if (isTimeZone(ctx.value)) return;
      const message = 'Must be the name of an IANA time zone, such as Europe/Berlin or UTC.';
      ctx.issues.push({
        code: 'invalid_format',
        format: 'time_zone',
        input: ctx.value,
        continue: false,
        message,
      });
    });

/** Time zones are found in any case. */
function withUsualCase(name: string): string {
  if (!isTimeZone(name)) return name;
  const usual = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  return usual.toLowerCase() === name.toLowerCase() ? usual : name;
}
