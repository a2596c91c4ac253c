import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { Operator } from '../../db/entities/operator.ts';
import { SavedQuery } from '../../db/entities/saved-query.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  maxSavedQueries,
  reserveSavedQueryName,
  savedDocument,
  savedName,
  savedVariables,
} from './saved-query-fields.ts';

export const SaveQueryInput = z.strictObject({
  name: savedName(),
  document: savedDocument(),
  variables: savedVariables().optional(),
});

export const saveQueryErrors = ['name_already_in_use', 'too_many_saved_queries'] as const;
const createError = errorFactory(saveQueryErrors);

/**
 * Saves a query for all operators. Returns its id.
 *
 * @throws ApiError `name_already_in_use`, `too_many_saved_queries`.
 */
export function saveQuery(
  context: ServiceContext,
  operator: SignedIn,
  { name, document, variables }: z.output<typeof SaveQueryInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await reserveSavedQueryName(em, name, createError);
    if ((await em.count(SavedQuery)) >= maxSavedQueries) throw createError('too_many_saved_queries');
    const id = context.newId();
    const at = new Date(context.now()).toISOString();
    em.create(SavedQuery, {
      id,
      name,
      document,
      variables: variables ?? null,
      savedBy: em.getReference(Operator, operator.actor.id),
      createdAt: at,
      updatedAt: at,
    });
    await recordChange(em, context, operator, {
      action: 'saveQuery',
      subjectType: 'saved_query',
      subjectId: id,
      after: { name },
    });
    return id;
  });
}
