import { GraphQLError, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { ApiError, errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { beginningWith, inTransaction } from '../../db/connection/in-transaction.ts';
import type { List } from '../../db/queries/operators/list.ts';
import { auditEventList } from '../../db/queries/operators/lists.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import type { ErrorType } from '../../errors.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import {
  type Administrator,
  authorizeAdministrator,
  authorizeOperatorErrors,
  type SignedIn,
} from '../../services/access/authorize-operator.ts';
import { isConfirmed, useToken } from '../../services/confirmations/confirm-token.ts';
import type { GoLiveContext } from '../../services/partners/issue-api-token.ts';
import { validate, validateErrors } from '../../services/values/validate.ts';
import type { WebhookContext } from '../../services/webhooks/webhook-dependencies.ts';
import { ErrorResult, errorTypeName, errorTypeOf } from '../types/api-error.ts';
import { builder } from './builder.ts';
import { Confirmation, ConfirmationType, confirmDescriptions, confirmFields } from './confirmation.ts';
import type { GraphqlContext } from './context.ts';
import { type InputDescriptions, inputType } from './input-type.ts';
import type { IssuedType, RowType, ValueType } from './row-type.ts';
import { selectionOf } from './selection-of.ts';

interface Mutation<Schema extends z.ZodObject, Entity, Who extends SignedIn> {
  description: string;
  /** Who may run the mutation. Default: administrators only. */
  authorize?: (operator: AuthenticatedOperator) => Who;
  /** The input of the service. The GraphQL input type is generated from it, and inputs are validated by it. */
  schema: (today: () => string) => Schema;
  input?: InputDescriptions;
  success: RowType<Entity> | IssuedType<Entity> | ValueType<Entity>;
  /** The errors of the service. Errors that every mutation can return are added. */
  errors: readonly ErrorType[];
  /**
   * For a mutation that would do harm on a wrong record: names whom or what it will affect. The mutation is then a dry
   * run unless it has the token of one. Undefined: nothing to confirm, so that a repetition needs no token.
   */
  confirm?: (service: WebhookContext, operator: Who, input: z.output<Schema>) => Promise<string | undefined>;
  /** Null clears a field. By default null means omitted. */
  nullClears?: boolean;
  /** Omitted fields are not changed. An input with nothing but the id is rejected as a mistake. */
  isUpdate?: boolean;
  /** The service commits in chunks, because its locks must not be held in one transaction. */
  commitsInChunks?: boolean;
  /** The row to return, if an id alone does not identify it. */
  rowOf?: (id: string, input: z.output<Schema>) => List<Entity>;
  /** Returns the id of the row to show, with the secret if one was issued, or the value if it is not a row. */
  run: (
    service: WebhookContext & GoLiveContext,
    operator: Who,
    input: z.output<Schema>,
  ) => Promise<string | { id: string; secret: string } | { value: Entity }>;
}

/** Errors that every mutation can return. */
const common: readonly ErrorType[] = [...validateErrors, ...authorizeOperatorErrors];

const updateErrors = ['nothing_to_change'] as const;
const createError = errorFactory(updateErrors);
const confirmErrors = ['confirmation_outdated'] as const;
const createConfirmError = errorFactory(confirmErrors);

const authorizations = new Map<string, (operator: AuthenticatedOperator) => SignedIn>();

/** Returns why an operator may not run a mutation. Every operator may run a query. */
export function denialOf(operator: AuthenticatedOperator, mutation: string | undefined) {
  try {
    if (mutation !== undefined) authorizations.get(mutation)!(operator);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return undefined;
}

/** An expected end, so it has a code: an error without one is logged. */
const rehearsed = new GraphQLError('A rehearsal changes nothing.', { extensions: { code: 'REHEARSED' } });
const noDatabase = new Proxy({} as Database, {
  get() {
    throw rehearsed;
  },
});

/** A service file of a verb: `createCourt` has the function of that name, its `createCourtErrors` and its `CreateCourtInput`. */
type Verb<Name extends string> = Record<Name, (service: never, operator: never, input: never) => unknown> &
  Record<`${Name}Errors`, readonly ErrorType[]> &
  Record<`${Capitalize<Name>}Input`, z.ZodObject | ((today: () => string) => z.ZodObject)>;

type SchemaOf<
  Name extends string,
  Module extends Verb<Name>,
> = Module[`${Capitalize<Name>}Input`] extends z.ZodObject ? Module[`${Capitalize<Name>}Input`] : z.ZodObject;
/** Without the partners, who may use some verbs, too. */
type OperatorOf<Name extends string, Module extends Verb<Name>> = Extract<
  Parameters<Module[Name]>[1],
  SignedIn
>;

/** Adds the mutation of a verb. Its input, its errors and what it runs are those of the verb's file. */
export function defineVerb<const Name extends string, Module extends Verb<Name>, Entity>(
  name: Name,
  module: Module,
  options: Omit<
    Mutation<SchemaOf<Name, Module>, Entity, OperatorOf<Name, Module>>,
    'schema' | 'errors' | 'run'
  >,
): void {
  type Run = Mutation<SchemaOf<Name, Module>, Entity, OperatorOf<Name, Module>>['run'];
  const parts: Record<string, unknown> = module;
  const run = parts[name] as Run;
  const input = parts[`${titleOf(name)}Input`];
  const isValue = 'isValue' in options.success;
  defineMutation(name, {
    ...options,
    schema: (typeof input === 'function' ? input : () => input) as never,
    errors: parts[`${name}Errors`] as readonly ErrorType[],
    run: isValue ? async (...args) => ({ value: (await run(...args)) as Entity }) : run,
  });
}

const titleOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/**
 * Adds a mutation with one `input`. It returns a union of the result and the possible errors.
 *
 * Default deny: this is the only way to add a mutation, and it is for administrators unless `authorize` says otherwise.
 */
export function defineMutation<Schema extends z.ZodObject, Entity, Who extends SignedIn = Administrator>(
  name: string,
  {
    description,
    // Administrators may run every mutation.
    authorize = authorizeAdministrator as (operator: AuthenticatedOperator) => SignedIn as (
      operator: AuthenticatedOperator,
    ) => Who,
    schema,
    input = {},
    success,
    errors,
    confirm,
    nullClears = false,
    isUpdate = false,
    commitsInChunks = false,
    rowOf,
    run,
  }: Mutation<Schema, Entity, Who>,
): void {
  authorizations.set(name, authorize);
  const listed = [
    ...new Set([...common, ...errors, ...(isUpdate ? updateErrors : []), ...(confirm ? confirmErrors : [])]),
  ];
  const toSchema = (today: () => string) =>
    (confirm ? schema(today).extend(confirmFields) : schema(today)) as Schema;
  const validated = (given: object, today: () => string) =>
    validate(toSchema(today), nullClears ? { ...given } : withoutNulls(given)) as z.output<Schema> & {
      confirmToken?: string;
    };
  const title = titleOf(name);
  // Not the errors plugin of Pothos, which needs a class for each error. Ours are entries of the catalog.
  const result = builder.unionType(`${title}Result`, {
    description: `The result of ${name}, or an error.`,
    types: [success, ...(confirm ? [ConfirmationType] : []), ...listed.map(errorTypeOf)],
    resolveType: (value) =>
      value instanceof ErrorResult
        ? errorTypeName(value.type)
        : value instanceof Confirmation
          ? ConfirmationType.name
          : success.name,
  });
  const shown = (info: GraphQLResolveInfo) =>
    selectionOf(
      info,
      'rowAt' in success ? [[success.rowAt]] : [[]],
      info.schema.getType(success.name) as GraphQLObjectType,
    );
  // Limits that change over time are not visible in a schema.
  const inputRef = inputType(
    input.name ?? `${title}Input`,
    toSchema(() => '9999-12-31'),
    confirm ? { ...input, fields: { ...confirmDescriptions, ...input.fields } } : input,
  );
  builder.mutationField(name, (t) =>
    t.field({
      type: result,
      description,
      args: { input: t.arg({ type: inputRef, required: true, description: 'The input of the mutation.' }) },
      resolve: (async (
        _root: unknown,
        args: { input: object },
        context: GraphqlContext,
        info: GraphQLResolveInfo,
      ) => {
        // What a rehearsal returns: the result, if nothing would change.
        let unchanged: unknown = null;
        try {
          // Not the scope auth plugin of Pothos, which only rejects. Services need the authorized operator as a value.
          const operator = authorize(context.operator);
          const valid = validated(args.input, context.today);
          const { confirmToken, ...input } = valid;
          const checked = confirm ? (input as z.output<Schema>) : valid;
          if (isUpdate) rejectEmpty(checked, schema(context.today));
          const { isRehearsal, newId, now, requestId, webhooks, sandboxKey } = context;
          const endsEarly =
            isRehearsal && (commitsInChunks || 'confirmToken' in toSchema(context.today).shape);
          const database = endsEarly ? noDatabase : context.database;
          const service = { database, newId, now, requestId, webhooks, sandboxKey };
          const dryRun =
            confirmToken === undefined
              ? await confirm?.({ ...service, database: context.database }, operator, checked)
              : undefined;
          if (dryRun !== undefined) return new Confirmation(dryRun, checked, now()) as never;
          // Every change is in the audit events of its request.
          const changesOf = (within: Database) =>
            new Reader(within, 'primary').count(auditEventList({ requestId }));
          const mustBeConfirmed = async (within: Database) => {
            if (!confirm) return undefined;
            if (confirmToken === undefined) {
              const before = await changesOf(within);
              // What there is to confirm may have come while it waited for a lock.
              return async () => {
                if ((await changesOf(within)) !== before) throw createConfirmError('confirmation_outdated');
              };
            }
            const isUnused = await useToken(within.query, operator, confirmToken);
            const summary = await confirm({ ...service, database: within }, operator, checked);
            if (summary === undefined || (isUnused && isConfirmed(confirmToken, checked, summary, now())))
              return undefined;
            throw createConfirmError('confirmation_outdated');
          };
          const confirmed = beginningWith(database, mustBeConfirmed);
          // The result is read in the transaction of the change, so on the same connection.
          const changeAndRead = async (database: Database) => {
            const done = await run({ ...service, database }, operator, checked);
            if (typeof done === 'object' && 'value' in done) return done.value;
            const { id, secret } = typeof done === 'string' ? { id: done, secret: undefined } : done;
            const { entity } = success as RowType<Entity>;
            const reader = new Reader(database, 'primary');
            const row = rowOf
              ? await reader.first(rowOf(id, checked), shown(info))
              : await reader.byId(entity, id, shown(info));
            return secret === undefined ? row : { secret, row };
          };
          const answer =
            endsEarly || commitsInChunks
              ? await changeAndRead(endsEarly ? database : confirmed)
              : await confirmed.transaction(async (em) => {
                  const within = inTransaction(database, em);
                  const done = await changeAndRead(within);
                  if (!isRehearsal) return done;
                  if ((await changesOf(within)) === 0) unchanged = done;
                  throw rehearsed;
                });
          context.onChanged();
          // Read from the primary from now on: a replica may not have the change yet.
          context.reader = new Reader(database, 'primary');
          return answer as never;
        } catch (error) {
          if (error === rehearsed && unchanged !== null) return unchanged as never;
          if (error instanceof ApiError && listed.includes(error.type))
            return new ErrorResult(error) as never;
          throw error;
        }
      }) as never,
    }),
  );
}

/** Rejects an input without changes. A variable that was not filled in is omitted, and the response would look like a success. */
function rejectEmpty(input: object, { shape }: z.ZodObject): void {
  if (Object.values(input).filter((value) => value !== undefined).length > 1) return;
  const [, ...fields] = Object.keys(shape);
  throw createError('nothing_to_change', {
    message: `The input names nothing to change, so nothing was changed: a field that is left out stays. Give ${fields.map((field) => `"${field}"`).join(' or ')}.`,
  });
}

/** Removes nulls: in GraphQL, null can also mean omitted. Services expect absent fields. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}
