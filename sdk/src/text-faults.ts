import { dateFault as faultOfDate } from '../../src/rules/requests/calendar-date.ts';
import { nameFault } from '../../src/rules/requests/name-fault.ts';

/** A violated rule: its code, and an explanation for people. */
export interface Fault {
  code: string;
  message: string;
}

const malformed = (message: string): Fault => ({ code: 'invalid_format', message });

/** Checks that a string has `minimum` to `maximum` characters (Unicode code points), is well-formed, and has no NUL. */
export function textFault(value: string, minimum: number, maximum: number): Fault | undefined {
  // In this mode a surrogate pair is one character. So any surrogate that matches is unpaired.
  if (/\p{Surrogate}/u.test(value) || value.includes('\0'))
    return malformed('Must be well-formed Unicode without the character NUL.');
  if (value.length < minimum)
    return {
      code: 'too_small',
      message: `Must have at least ${minimum} character${minimum === 1 ? '' : 's'}.`,
    };
  if (value.length > maximum && [...value].length > maximum) return tooLong(maximum);
  return undefined;
}

/** The rules of a text in a request, as they were generated from the OpenAPI document. */
interface TextRules {
  minimum: number;
  maximum: number;
  notDots?: true;
  isName?: true;
}

/** Checks a string against the rules of its field. */
export const fieldFault = (
  value: string,
  { minimum, maximum, notDots, isName }: TextRules,
): Fault | undefined =>
  textFault(value, minimum, maximum) ??
  (notDots ? dotsFault(value) : undefined) ??
  (isName ? unfitName(value) : undefined);

function unfitName(value: string): Fault | undefined {
  const message = nameFault(value);
  return message === undefined ? undefined : malformed(message);
}

/** Ids that no URL can contain. */
const dotsFault = (value: string): Fault | undefined =>
  /^\.{1,2}$/.test(value)
    ? malformed('Must not be "." or "..", because no URL can contain it as an id.')
    : undefined;

export const tooLong = (maximum: number): Fault => ({
  code: 'too_big',
  message: `Must have at most ${maximum} characters.`,
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a UUID in canonical form, of any version, in any case. */
export const isUuid = (value: string): boolean => uuid.test(value);

export const formFaults = {
  uuid: malformed('Must be a UUID.'),
  email: malformed('Must be an e-mail address.'),
  cursor: malformed('Must be the "nextCursor" of the page before, unchanged.'),
};

/** Checks for a calendar date `YYYY-MM-DD` from 1900-01-01 to `today`, which has the same form. */
export function dateFault(value: string, today: string): Fault | undefined {
  const fault = faultOfDate(value, today);
  return fault === undefined ? undefined : malformed(fault);
}

export function readInteger(digits: string, minimum: number, maximum: number): number | Fault {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(digits) ? Number(digits) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  return malformed(`Must be a whole number from ${minimum} to ${maximum}.`);
}

export const instantFault = malformed;
