import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { SavedQuery } from '../../db/entities/saved-query.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { isAdministrator, type SignedIn } from '../access/authorize-operator.ts';
import { displayName, text } from '../values/fields.ts';

const longest = 20_000;

/** Matches every e-mail address, but no directive: `@skip(if: $a)` has no dot. */
const address = /[^\s@"]@(?:[\w-]+\.)+[a-z]/i;

/** Saved queries are kept forever and shown to all operators, so they must not have personal data. */
function withoutAddress(schema: ReturnType<typeof text>) {
  return schema.refine((value) => !address.test(unescaped(value)), {
    message:
      'Must not have an e-mail address: it would stay when the person is erased. Leave it out, and fill it in when you run the query.',
  });
}

/** JSON and GraphQL may escape any character by its number: `ada\u0040example.com`. */
function unescaped(value: string): string {
  return value.replaceAll(
    /\\u(?:([\da-f]{4})|\{0*([\da-f]{1,5})\})/gi,
    (_all, four: string, braced: string) => String.fromCodePoint(Number.parseInt(four ?? braced, 16)),
  );
}

export const savedName = () => withoutAddress(displayName());

/** GraphQL. It is validated against the schema where the schema is known. */
export const savedDocument = () => withoutAddress(text(1, longest));

/** A JSON object, as text. */
export const savedVariables = () =>
  withoutAddress(text(2, longest)).refine(isObject, { message: 'Must be a JSON object.' });

function isObject(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** For all operators together, because people scroll through the list. */
export const maxSavedQueries = 500;

/**
 * Reserves the name of a saved query until the transaction ends.
 *
 * @throws ApiError `name_already_in_use`.
 */
export async function reserveSavedQueryName(
  em: SqlEntityManager,
  name: string,
  createError: ErrorFactory<'name_already_in_use'>,
): Promise<void> {
  await lockName(queryIn(em), 'courtbridge/saved queries');
  const other = await em.findOne(SavedQuery, { name });
  if (other)
    throw createError('name_already_in_use', {
      message: `Another saved query has this name already: ${other.id}. Choose another name, or change that one.`,
    });
}

/** Finds and locks a saved query that the operator may change. */
export async function findOwnSavedQuery(
  em: SqlEntityManager,
  operator: SignedIn,
  id: string,
  createError: ErrorFactory<'saved_query_not_found' | 'operator_permission_denied'>,
): Promise<SavedQuery> {
  await lockRows(queryIn(em), 'saved_queries', [id], 'for update');
  const saved = await em.findOne(SavedQuery, id);
  if (!saved) throw createError('saved_query_not_found');
  if (saved.savedBy.id !== operator.actor.id && !isAdministrator(operator))
    throw createError('operator_permission_denied', {
      message:
        'Another operator has saved this query. Ask them or an operator with the role ADMIN, or save one of your own.',
    });
  return saved;
}
