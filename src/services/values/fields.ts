import { z } from 'zod';
import { parseInstant } from '../../rules/instant.ts';
import { dateFault, withoutMidnight } from '../../rules/requests/calendar-date.ts';
import { nameFault } from '../../rules/requests/name-fault.ts';
import { dotsFault, type TextFault, textFault, tooLong } from '../../rules/requests/text-fault.ts';

/** `minimum` to `maximum` characters. */
export const text = (minimum: number, maximum: number) =>
  z
    .string()
    .check(noFault((value) => textFault(value, minimum, maximum)))
    .meta({ minLength: minimum, maxLength: maximum });

/** A check by a function that returns the violated rule. */
const noFault =
  (faultOf: (value: string) => TextFault | undefined) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const fault = faultOf(value);
    if (fault) issues.push({ input: value, continue: false, ...fault } as z.core.$ZodRawIssue);
  };

/** What a schema cannot express of the rules of a name. */
export const nameRule =
  'At least one visible character. No control characters, no bidirectional controls, and no line breaks.';

/** The name of a person. It is stored as sent. */
export const personName = () => asName(z.string()).meta({ description: nameRule });

/**
 * A name that an operator chooses. Not in the document: it is trimmed and normalized to Unicode NFC, so that different
 * names never look equal because of their encoding.
 */
export const displayName = () =>
  asName(
    z.string().overwrite((value) => (value.isWellFormed() ? value.trim().normalize('NFC') : value)),
  ).describe('The name, 1 to 255 characters. Surrounding white space is removed.');

const asName = (schema: z.ZodString) =>
  schema
    .check(noFault((value) => textFault(value, 1, 255) ?? nameFault(value)))
    .meta({ minLength: 1, maxLength: 255 });

/** A text of an operator for people, with the rules of a name. Not in the document: it may have several lines. */
export const reasonText = (maximum: number) =>
  z
    .string()
    .check(noFault((value) => textFault(value, 1, maximum) ?? nameFault(value.replaceAll(/[\t\r\n]/g, ' '))))
    .meta({ minLength: 1, maxLength: maximum });

/** An identifier from a partner's system: opaque, case-sensitive, never trimmed. Not in the document: at most 255 characters. */
export const externalId = () =>
  text(1, 255).check(noFault(dotsFault)).meta({
    minLength: 1,
    maxLength: 255,
    pattern: notDots,
    description: 'Your own id, case-sensitive and never trimmed; not `.` and not `..`.',
  });

/** Without a lookahead, which the regular expressions of some languages do not support. */
const notDots = '^(?:[^.]|\\.[^.]|\\.\\.[\\s\\S])';

/** Sets the message for an invalid format. Missing fields and values that are not strings keep their own messages. */
const whereMalformed = (message: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_format' ? message : undefined),
});

/** A UUID in canonical form, of any version and case. It is stored in lower case. */
export const uuid = () => z.guid(whereMalformed('Must be a UUID.')).toLowerCase().meta({ format: 'uuid' });

// Not in the document: which addresses are valid. RFC 5321's dot-atom at a domain name of two labels or more, in
// ASCII. Lowercasing a letter outside of ASCII, such as U+212A, could change it into another letter.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]';
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${topLabel}$`);

/** An e-mail address. It is validated as sent and stored in lower case. */
export const emailAddress = () =>
  z
    .email({ pattern: emailPattern, ...whereMalformed('Must be an e-mail address.') })
    .max(254, tooLong(254).message)
    .toLowerCase()
    .meta({ format: 'email', maxLength: 254 });

/** An RFC 3339 date-time with an offset. It is stored as `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const instant = () =>
  z
    .string()
    .transform((value, ctx) => {
      const parsed = parseInstant(value);
      if ('instant' in parsed) return parsed.instant;
      ctx.issues.push({ code: 'invalid_format', format: 'date-time', input: value, message: parsed.fault });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });

/** A date-time that is returned, not parsed. */
export const dateTime = () => z.string().meta({ format: 'date-time' });

/**
 * Not in the document: a calendar date `YYYY-MM-DD` from 1900-01-01 to `today()`, which has the same format. Midnight
 * UTC, as in responses, is accepted and stored as the date. `null` means no birthday.
 */
export const birthday = (today: () => string) =>
  pastDate(today)
    .describe(
      'A date from 1900-01-01 to today (UTC); null for none. Midnight UTC, as responses contain it, is accepted, too.',
    )
    .meta({
      'x-sdk-note':
        'A `Date` counts by its calendar day in UTC. One that was created in local time, such as `new Date(1985, 11, 10)`, may be a ' +
        'different day in UTC. Send the text if you have it.',
    })
    .nullable()
    .optional();

const pastDate = (today: () => string) =>
  z
    .string()
    .overwrite(withoutMidnight)
    .check(noFault((value) => dateFault(value, today())))
    .meta({ format: 'date' });

/** The refinement of a schema by a function that returns what is wrong with a value. */
export const faultAsIssue =
  <Value>(faultOf: (value: Value) => string | undefined) =>
  (value: Value, ctx: z.core.$RefinementCtx): void => {
    const message = faultOf(value);
    if (message !== undefined) ctx.addIssue({ code: 'custom', message });
  };
