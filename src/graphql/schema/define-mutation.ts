import type { GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { z } from 'zod';
import type { Database } from '../../db/connection/database.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { List } from '../../db/queries/operators/list.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import { ApiError, type ErrorType, refusals } from '../../errors.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import {
  type Administrator,
  authorizeAdministrator,
  authorizeOperatorErrors,
  type SignedIn,
} from '../../services/access/authorize-operator.ts';
import { validate, validateErrors } from '../../services/values/validate.ts';
import type { WebhookContext } from '../../services/webhooks/webhook-dependencies.ts';
import { errorTypeName, errorTypeOf, Refusal } from '../types/api-error.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { type InputDescriptions, inputType } from './input-type.ts';
import type { IssuedType, RowType, ValueType } from './row-type.ts';
import { selectionOf } from './selection-of.ts';

interface Mutation<Schema extends z.ZodObject, Entity, Who extends SignedIn> {
  description: string;
  /** Who may; left out: administrators only. */
  authorize?: (operator: AuthenticatedOperator) => Who;
  /** What the service takes: the input is made from it, and validated by it. */
  schema: (today: () => string) => Schema;
  input?: InputDescriptions;
  success: RowType<Entity> | IssuedType<Entity> | ValueType<Entity>;
  /** The list of the verb: what it may answer beside what every mutation may. */
  errors: readonly ErrorType[];
  /** Judges the input by what only the schema knows; throws an `ApiError` that is listed. */
  check?: (input: z.output<Schema>, schema: GraphQLSchema, operator: AuthenticatedOperator) => void;
  /** null clears a field instead of leaving it out. */
  nullClears?: boolean;
  /** What is left out stays: an input that names the thing and nothing else changes nothing, which nobody means. */
  isUpdate?: boolean;
  /** It commits by itself, in pieces: what it takes locks for one by one must not be one transaction. */
  commitsInChunks?: boolean;
  /** The row that is shown, where an id alone does not tell. */
  rowOf?: (id: string, input: z.output<Schema>) => List<Entity>;
  /** The id of the row that is shown; of an issued one with its secret; what is no row, as it is shown. */
  run: (
    service: WebhookContext,
    operator: Who,
    input: z.output<Schema>,
  ) => Promise<string | { id: string; secret: string } | { value: Entity }>;
}

/** Every mutation may answer these. */
const common: readonly ErrorType[] = [...validateErrors, ...authorizeOperatorErrors];

const updateErrors = ['nothing_to_change'] as const;
const refuse = refusals(updateErrors);

const authorizations = new Map<string, (operator: AuthenticatedOperator) => SignedIn>();

/** Whether an operator may run a mutation. */
export function mayRun(operator: AuthenticatedOperator, mutation: string): boolean {
  try {
    authorizations.get(mutation)!(operator);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Adds a mutation: one `input`, and a union of the thing itself and of the refusals it may answer.
 *
 * Default deny: there is no other way to add one, and only administrators pass where a mutation does not say who else may.
 */
export function defineMutation<Schema extends z.ZodObject, Entity, Who extends SignedIn = Administrator>(
  name: string,
  {
    description,
    // Whoever may everything may this, too.
    authorize = authorizeAdministrator as (operator: AuthenticatedOperator) => SignedIn as (
      operator: AuthenticatedOperator,
    ) => Who,
    schema,
    input = {},
    success,
    errors,
    check,
    nullClears = false,
    isUpdate = false,
    commitsInChunks: inPieces = false,
    rowOf,
    run,
  }: Mutation<Schema, Entity, Who>,
): void {
  authorizations.set(name, authorize);
  const listed = [...new Set([...common, ...errors, ...(isUpdate ? updateErrors : [])])];
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const result = builder.unionType(`${title}Result`, {
    description: `What ${name} answers: the thing itself, or why not.`,
    types: [success, ...listed.map(errorTypeOf)],
    resolveType: (value) => (value instanceof Refusal ? errorTypeName(value.type) : success.name),
  });
  const shown = (info: GraphQLResolveInfo) =>
    selectionOf(
      info,
      'rowAt' in success ? [[success.rowAt]] : [[]],
      info.schema.getType(success.name) as GraphQLObjectType,
    );
  // The bounds that move show nothing in a schema.
  const inputRef = inputType(
    input.name ?? `${title}Input`,
    schema(() => '9999-12-31'),
    input,
  );
  builder.mutationField(name, (t) =>
    t.field({
      type: result,
      description,
      args: { input: t.arg({ type: inputRef, required: true }) },
      resolve: (async (
        _root: unknown,
        args: { input: object },
        context: GraphqlContext,
        info: GraphQLResolveInfo,
      ) => {
        try {
          const operator = authorize(context.operator);
          const checked = validate(
            schema(context.today),
            nullClears ? { ...args.input } : withoutNulls(args.input),
          );
          if (isUpdate) refuseEmpty(checked, schema(context.today));
          check?.(checked, info.schema, context.operator);
          const { database, newId, now, requestId, webhooks, toBody } = context;
          // The answer is read in the transaction of the change, and so on its connection.
          const changeAndRead = async (database: Database) => {
            const done = await run({ database, newId, now, requestId, webhooks, toBody }, operator, checked);
            if (typeof done === 'object' && 'value' in done) return done.value;
            const { id, secret } = typeof done === 'string' ? { id: done, secret: undefined } : done;
            const { entity } = success as RowType<Entity>;
            const reader = new Reader(database, 'primary');
            const row = rowOf
              ? await reader.first(rowOf(id, checked), shown(info))
              : await reader.byId(entity, id, shown(info));
            return secret === undefined ? row : { secret, row };
          };
          const answer = inPieces
            ? await changeAndRead(database)
            : await database.transaction((em) => changeAndRead(inTransaction(database, em)));
          context.onChanged();
          // From here on the primary is read: a replica may not have the change yet.
          context.reader = new Reader(database, 'primary');
          return answer as never;
        } catch (error) {
          if (error instanceof ApiError && listed.includes(error.type)) return new Refusal(error) as never;
          throw error;
        }
      }) as never,
    }),
  );
}

/** A variable that was not filled in is left out, and would otherwise pass for a change that was made. */
function refuseEmpty(input: object, { shape }: z.ZodObject): void {
  if (Object.values(input).filter((value) => value !== undefined).length > 1) return;
  const [, ...fields] = Object.keys(shape);
  throw refuse('nothing_to_change', {
    message: `The input names nothing to change, so nothing was changed: a field that is left out stays. Give ${fields.map((field) => `"${field}"`).join(' or ')}.`,
  });
}

/** GraphQL says "left out" with null, too; the services with an absent field. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}
