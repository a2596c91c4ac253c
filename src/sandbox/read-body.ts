import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { parseJson, readBytes } from '../http/read-json-body.ts';
import { displayName } from '../services/values/fields.ts';
import { validate } from '../services/values/validate.ts';
import { mostBytes } from './read-sent.ts';

/** Forms also send what was left empty. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Forms and the command line send numbers as text. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  z.number(),
);

const isSeed = (value: number) => Number.isInteger(value) && value >= 1 && value < 2 ** 31;

/** The body of `POST /sandbox/runs`. */
export const wantedRun = z.strictObject({
  scenario: z.string(),
  /** For whom the client is tested. The id of the run is added, because names of external services are unique. */
  partner: optional(displayName().max(200)),
  webhookUrl: optional(z.string()),
  seed: optional(number.refine(isSeed, 'Must be a whole number from 1 to 2147483647.')),
});

/** The body of `POST …/next`: the number of the step that the client has done. */
export const doneStep = z.strictObject({
  step: number.refine(Number.isInteger, 'Must be a whole number.'),
});

const ids = z.array(z.string()).optional();

/** The body of `PUT …/copy`, a report about the client's own system. Each list has everything so far. */
export const reportedCopy = z.strictObject({
  cancelled: ids.describe('External ids of its cancelled bookings.'),
  applied: ids.describe('Ids of the changes that it has applied, in this order.'),
  rejected: ids.describe('Ids of the rejected rows that its staff can see.'),
});

export const isForm = ({ headers }: Request): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');

/** Returns the error of a field, or of the whole request if `path` is empty. */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('invalid_schema', { issues: [{ path: path === '' ? [] : [path], code: 'custom', message }] });

/**
 * Reads JSON or a form. Without a body, it is an empty object.
 *
 * @throws ApiError `payload_too_large`, `invalid_schema`
 */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const bytes = await readBytes(request, mostBytes);
  const parse = (): unknown => {
    if (bytes.length === 0) return {};
    if (isForm(request)) return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()));
    return parseJson(bytes);
  };
  return validate(schema, parse());
}
