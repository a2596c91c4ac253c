import { z } from 'zod';
import { withPlus } from '../../rules/instant.ts';
import { readWholeNumber } from '../../rules/requests/text-fault.ts';
import { demoIds } from '../demo/demo-ids.ts';
import { defaultLimit, maxLimit } from '../values/cursor.ts';
import { dateTime, externalId, instant, uuid } from '../values/fields.ts';

export const externalServiceIdParameter = () =>
  uuid()
    .describe('The id of your external service. `getToken` returns it.')
    .meta({ example: demoIds.externalService });

/** The path parameter of the operations of one webhook endpoint. */
export const webhookEndpointParameters = () =>
  z.object({
    webhookEndpointId: uuid()
      .describe('The `id` of the webhook endpoint.')
      .meta({ example: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07' }),
  });

export const userIdParameter = () => uuid().describe('The `id` of the user.').meta({ example: demoIds.user });

export const externalCourtBookingIdParameter = () =>
  externalId()
    .describe('Your own id of the booking, case-sensitive and never trimmed; not `.` and not `..`.')
    .meta({ example: 'booking-42' });

/** The known values of an enumeration that may grow within the API version. */
export const openEnumeration = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.enum(values), z.string()])
    .describe('Accept values that you do not know, because the list may grow. Absent until it is set.');

export const wholeNumberParameter = (minimum: number, maximum: number, unsaid: number) =>
  z
    .string()
    // Not `regex`, which the OpenAPI document would show. There it is an integer.
    .transform((digits, ctx) => {
      const read = readWholeNumber(digits, minimum, maximum);
      if (typeof read === 'number') return read;
      ctx.issues.push({ format: 'integer', input: digits, ...read } as z.core.$ZodRawIssue);
      return z.NEVER;
    })
    .default(unsaid)
    .meta({ override: { type: 'integer', minimum, maximum, default: unsaid } });

export const booleanParameter = () =>
  z
    .string()
    .transform((text, ctx) => {
      if (text === 'true' || text === 'false') return text === 'true';
      ctx.issues.push({
        code: 'invalid_format',
        format: 'boolean',
        input: text,
        message: 'Must be true or false.',
      });
      return z.NEVER;
    })
    .default(false)
    .meta({ override: { type: 'boolean', default: false } });

export const dryRunParameter = () =>
  booleanParameter().describe(
    'If true, nothing is written. Status and body are those that the same call would get now without it, and the header `Dry-Run: true` is added. It costs as many permits.',
  );

/** The range of an occupancy. */
export const occupancyRange = () => ({
  from: instantParameter().describe('The start of the range.').meta({ example: '2026-12-01T00:00:00Z' }),
  to: instantParameter()
    .describe('The end of the range: after `from`, by at most 31 days.')
    .meta({ example: '2026-12-08T00:00:00Z' }),
});

/** A time when a court is occupied, cut to the range. */
export const occupiedTime = () => ({
  startDate: dateTime().describe('Not before `from`.'),
  endDate: dateTime().describe('Not after `to`. The court is free from this instant.'),
});

export const limitParameter = () =>
  wholeNumberParameter(1, maxLimit, defaultLimit).describe('The number of items per page.');

/** The query parameter for the start of a page. */
export const cursorParameter = <Position extends z.ZodType>(position: Position) =>
  position
    .meta({ override: { type: 'string', maxLength: 2_000 } })
    .describe(
      'The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning.',
    )
    .optional();

/** The query parameters of a list. `position`: its cursors. */
export const pageParameters = <Position extends z.ZodType>(position: Position) => ({
  limit: limitParameter(),
  cursor: cursorParameter(position),
});

export const pageDescription = 'A page. Without `nextCursor` it is the last one.';

/** A date-time as a query parameter. An unencoded `+` before its offset arrives as a space and is accepted. */
export const instantParameter = () =>
  z
    .string()
    .transform(withPlus)
    .pipe(instant())
    .meta({ override: { type: 'string', format: 'date-time' } });

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item).max(maxLimit),
    nextCursor: z.string().describe('The cursor of the next page. Absent on the last page.').optional(),
  });
