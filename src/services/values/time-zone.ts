import { z } from 'zod';

/** Names that the runtime knows and IANA does not. Other systems reject them, or read another zone: IST is India's here. */
const ofRuntimeOnly = /^(?:SystemV\/.*|(?!CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)[A-Z]{3})$/i;

/** Returns true for the name of an IANA time zone, such as `Europe/Berlin` or `UTC`. */
export const isTimeZone = (name: string): boolean => zoneNamed(name) !== undefined;

function zoneNamed(name: string): string | undefined {
  // A bare offset is not a name and has no clock changes.
  if (!/^[A-Za-z][\w+/-]*$/.test(name) || ofRuntimeOnly.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The names to choose from, UTC first. */
export const timeZoneNames = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/**
 * The name of a time zone, in any case. Names that are not in the list are accepted if the runtime knows them: the list
 * has only one name for each zone, which may be the former one, such as Europe/Kiev.
 */
export const timeZone = () =>
  z
    .string()
    .overwrite((name) => {
      const usual = zoneNamed(name) ?? name;
      return usual.toLowerCase() === name.toLowerCase() ? usual : name;
    })
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
