import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { joined } from '../db/joined.ts';
import { Reader } from '../db/reading/reader.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import { type Administrator, authorizeAdministrator } from '../services/access/authorize-operator.ts';
import type { ServiceContext } from '../services/service-context.ts';
import { validate } from '../services/values/validate.ts';
import { errorTypeName, errorTypeOf, Refusal } from './api-error.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';

interface Mutation<Schema extends z.ZodType, Success extends object> {
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked by `schema`
  input: InputObjectRef<any, any>;
  /** What the service takes: the input is validated by it. */
  schema: (context: GraphqlContext) => Schema;
  // biome-ignore lint/suspicious/noExplicitAny: any object type
  success: ObjectRef<any, Success>;
  /** The codes that the service may answer, beside those of every mutation. */
  errors: readonly ErrorType[];
  /** null clears a field instead of leaving it out. */
  nullClears?: boolean;
  run: (
    service: ServiceContext,
    administrator: Administrator,
    input: z.output<Schema>,
    /** Of the transaction in which all of this is done. */
    reader: Reader,
  ) => Promise<Success>;
}

/** Every mutation may answer these. */
const common = ['invalid_schema', 'operator_permission_denied'] as const satisfies ErrorType[];

/**
 * Adds a mutation: one `input`, and a union of the thing itself and of the refusals it may answer.
 *
 * Default deny: there is no other way to add one, and here only administrators pass.
 */
export function defineMutation<Schema extends z.ZodType, Success extends object>(
  name: string,
  { description, input, schema, success, errors, nullClears = false, run }: Mutation<Schema, Success>,
): void {
  const listed = [...new Set([...common, ...errors])];
  const result = builder.unionType(`${name[0]!.toUpperCase()}${name.slice(1)}Result`, {
    description: `What ${name} answers: the thing itself, or why not.`,
    types: [success, ...listed.map(errorTypeOf)],
    resolveType: (value) => (value instanceof Refusal ? errorTypeName(value.type) : success.name),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: result,
      description,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (async (_root: unknown, args: { input: object }, context: GraphqlContext) => {
        try {
          const administrator = authorizeAdministrator(context.operator);
          const checked = validate(
            schema(context),
            nullClears ? { ...args.input } : withoutNulls(args.input),
          );
          const { database, newId, now, requestId } = context;
          // The answer is read in the transaction of the change, and so on its connection.
          const answer = await database.transaction((em) => {
            const inTransaction = joined(database, em);
            const service = { database: inTransaction, newId, now, requestId };
            return run(service, administrator, checked, new Reader(inTransaction, 'primary'));
          });
          // From here on the primary is read: a replica may not have the change yet.
          context.reader = new Reader(database, 'primary');
          return answer as never;
        } catch (error) {
          if (error instanceof ApiError && listed.includes(error.type as never))
            return new Refusal(error) as never;
          throw error;
        }
      }) as never,
    }),
  );
}

/** GraphQL says "left out" with null, too; the services with an absent field. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}
