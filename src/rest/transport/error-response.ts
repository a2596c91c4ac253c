import { z } from 'zod';
import { catalogue, type ErrorType } from '../../errors.ts';
import { cancellers, maxCancellers, statuses } from '../../rules/court-booking-status.ts';
import { maxIssues } from '../../rules/requests/list-issues.ts';
import { maxPathLength } from '../../rules/requests/repeated-keys.ts';

const IssueSchema = z
  .object({
    path: z
      .array(z.union([z.string(), z.int32().min(0)]))
      .max(maxPathLength)
      .describe('Where: the parameter, or the field, then its keys and indexes. Empty: the whole body.'),
    code: z.string().describe('Which kind of fault, such as `invalid_type` or `unrecognized_keys`.'),
    message: z.string().describe('Why, for a person.'),
  })
  .meta({ id: 'Issue', description: 'One fault of a request.' });

const message = z.string().describe('Human-readable. May change; branch on `type`.');
const dateTime = () => z.string().meta({ format: 'date-time' });

const stored = z
  .object({
    externalUpdatedAt: dateTime().describe('T of the version rule.'),
    status: z.union([z.enum(statuses), z.string()]),
    cancelledBy: z
      .array(z.union([z.enum(cancellers), z.string()]))
      .max(maxCancellers)
      .optional(),
  })
  .meta({
    id: 'StoredVersion',
    description: 'What the request was judged against.',
  });

const conflict = z
  .object({
    startDate: dateTime(),
    endDate: dateTime(),
    externalCourtBookingId: z.string().describe('Of an own booking only.').optional(),
  })
  .meta({
    id: 'Conflict',
    description:
      "An own booking with its identifier and times; of somebody else's only its time within the requested range.",
  });

const conflicts = z.array(conflict).max(10).describe('By start; the first ten.');

const BatchIssueSchema = IssueSchema.extend({
  path: IssueSchema.shape.path.describe('`items`, and the index of the item.'),
  code: z.string().describe('The error type of the single operation, or `too_many_courts`.'),
  stored: stored.optional(),
  conflicts: conflicts.optional(),
}).meta({
  id: 'BatchIssue',
  description:
    'An item at fault, with `stored` or `conflicts` where the error of the single operation has them.',
});

const exampleStored = { externalUpdatedAt: '2026-11-20T12:00:00.000Z', status: 'ACTIVE' };

const exampleConflicts = [
  {
    startDate: '2026-12-01T09:00:00.000Z',
    endDate: '2026-12-01T10:00:00.000Z',
    externalCourtBookingId: 'booking-41',
  },
];

/** Fields of an error in addition to its type and message: the schema of each field, and an example. */
const fields: Partial<Record<ErrorType, Record<string, { schema: z.ZodType; example: unknown }>>> = {
  invalid_schema: {
    issues: {
      schema: z.array(IssueSchema).max(maxIssues).describe(`Every fault, up to ${maxIssues} of them.`),
      example: [{ path: ['externalUserId'], code: 'invalid_type', message: 'Required.' }],
    },
  },
  stale_write: { stored: { schema: stored, example: exampleStored } },
  version_conflict: { stored: { schema: stored, example: exampleStored } },
  court_booking_overlap: {
    conflicts: {
      schema: conflicts,
      example: exampleConflicts,
    },
  },
  batch_refused: {
    issues: {
      schema: z.array(BatchIssueSchema).max(200).describe('One for each item at fault.'),
      example: [
        {
          path: ['items', 3],
          code: 'court_booking_overlap',
          message: catalogue.court_booking_overlap.message,
          conflicts: exampleConflicts,
        },
      ],
    },
  },
};

/** The error response to a recorded request. Its type is open, because records are older than the release that reads them. */
export const RecordedResponse = z
  .object({
    error: z.object({
      type: z.string().describe('The error type. Accept values that you do not know.'),
      message: z.string(),
      issues: z
        .array(IssueSchema.omit({ message: true }))
        .max(200)
        .optional(),
      stored: stored.optional(),
      conflicts: conflicts.optional(),
    }),
  })
  .meta({
    id: 'RecordedResponse',
    description:
      'The error response, as you received it; absent if the request succeeded. Issues have no messages, and a message that could repeat a value of the request is ' +
      'replaced by a general one.',
  });

/** The schema of each error code is a component of its own, so that code generators name it. */
const schemas = new Map<ErrorType, z.ZodType>();
function schemaOf(code: ErrorType): z.ZodType {
  let schema = schemas.get(code);
  if (!schema) {
    const own = Object.entries(fields[code] ?? {}).map(([name, field]) => [name, field.schema]);
    schema = z.object({ type: z.literal(code), message, ...Object.fromEntries(own) }).meta({
      id: `${pascalCase(code)}Error`,
      description: `${catalogue[code].status}: ${catalogue[code].condition}.`,
    });
    schemas.set(code, schema);
  }
  return schema;
}

/** An error with one of these codes. `id`: the name of the component, if there are several codes. */
export function errorOf(codes: readonly ErrorType[], id: string): z.ZodType {
  const errors = codes.map(schemaOf);
  return errors.length === 1 ? errors[0]! : z.union(errors).meta({ id });
}

export function exampleError(code: ErrorType) {
  const own = Object.entries(fields[code] ?? {}).map(([name, { example }]) => [name, example]);
  return { type: code, message: catalogue[code].message, ...Object.fromEntries(own) };
}

/** `court_not_found` is `CourtNotFound`. */
export function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
