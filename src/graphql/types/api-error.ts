import type { GraphQLResolveInfo } from 'graphql';
import type { ApiError, Issue } from '../../api-error.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { idAmong } from '../../db/queries/conditions.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import { builder } from '../schema/builder.ts';
import type { GraphqlContext } from '../schema/context.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { CourtBookingType } from './types.ts';

const grantUser = 'An operator with the role ADMIN can grant access to the user.';
/** What operators do where a partner asks an operator. */
const insteadOfAsking: { [Type in ErrorType]?: string } = {
  email_already_in_use: grantUser,
  organization_access_denied: 'An operator with the role ADMIN can grant it.',
  stale_write: 'You can reset the version of the booking.',
  user_access_denied: grantUser,
};
const asking = /[^.]*\bask an operator\b(?! with)[^.]*\.$/i;

/** An error as data. It must not be an `Error`: GraphQL treats a returned `Error` as a thrown one. */
export class ErrorResult {
  readonly type: ErrorType;
  readonly message: string;
  readonly issues: Issue[];
  readonly conflictingIds: readonly string[];

  constructor({ type, message, issues = [], conflictingIds = [] }: ApiError) {
    this.type = type;
    this.message = message.replace(asking, ` ${insteadOfAsking[type]}`);
    this.issues = issues;
    this.conflictingIds = conflictingIds;
  }
}

const told = { description: 'A message for people: what is wrong, why, and what to do.' };
const ApiErrorInterface = builder.interfaceRef<ErrorResult>('ApiError').implement({
  description: 'An error. Programs should use the type. The message is for people.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The error code, the same as in REST.' }),
    message: t.exposeString('message', told),
  }),
});

const IssueType = builder.objectRef<Issue>('Issue').implement({
  description: 'One error in an input.',
  fields: (t) => ({
    path: t.stringList({
      description: 'The path in the input: the field, then its keys and indexes.',
      resolve: ({ path }) => path.map(String),
    }),
    code: t.exposeString('code', { description: 'The error code, for programs.' }),
    message: t.exposeString('message', told),
  }),
});

/** `stale_write` is `StaleWriteError`. */
export function errorTypeName(type: ErrorType): string {
  return `${type.replace(/(^|_)([a-z])/g, (_all, _start, letter: string) => letter.toUpperCase())}Error`;
}

type ErrorTypeRef = ReturnType<typeof createErrorType>;
const errorTypes = new Map<ErrorType, ErrorTypeRef>();

/** The GraphQL type of an error code. It is created when a mutation first lists the code. */
export function errorTypeOf(type: ErrorType): ErrorTypeRef {
  let known = errorTypes.get(type);
  if (!known) {
    known = createErrorType(type);
    errorTypes.set(type, known);
  }
  return known;
}

function createErrorType(type: ErrorType) {
  const { condition } = catalogue[type];
  return builder.objectRef<ErrorResult>(errorTypeName(type)).implement({
    description: `${condition[0]!.toUpperCase()}${condition.slice(1)}.`,
    interfaces: [ApiErrorInterface],
    fields: (t) => ({
      ...(type === 'invalid_schema'
        ? {
            issues: t.field({
              type: [IssueType],
              description: 'The errors in the input.',
              resolve: ({ issues }) => issues,
            }),
          }
        : {}),
      ...(type === 'court_booking_overlap'
        ? {
            conflicts: t.field({
              type: [CourtBookingType],
              description: 'The conflicting bookings and blocks of all partners, ten at most.',
              complexity: { field: 1, multiplier: 10 },
              resolve: readConflicts,
            }),
          }
        : {}),
    }),
  });
}

/** In the order of `conflictingIds`. Reads the primary, because a replica may not have the rows yet. */
async function readConflicts(
  { conflictingIds }: ErrorResult,
  _arguments: object,
  { database }: GraphqlContext,
  info: GraphQLResolveInfo,
) {
  if (conflictingIds.length === 0) return [];
  const list = { entity: CourtBooking, conditions: [idAmong(conflictingIds)] };
  const page = { order: 'asc', limit: conflictingIds.length } as const;
  const rows = await new Reader(database, 'primary').page(list, page, selectionOf(info));
  return rows.toSorted((one, other) => conflictingIds.indexOf(one.id) - conflictingIds.indexOf(other.id));
}
