import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { authorizeOperatorErrors, type SignedIn } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findOwnSavedQuery } from './saved-query-fields.ts';

export const DeleteSavedQueryInput = z.strictObject({ savedQueryId: uuid() });

export const deleteSavedQueryErrors = [...authorizeOperatorErrors, 'saved_query_not_found'] as const;
const createError = errorFactory(deleteSavedQueryErrors);

export interface DeletedSavedQuery {
  id: string;
}

/**
 * Deletes a saved query. Operators may delete their own, administrators any.
 *
 * @throws ApiError `saved_query_not_found`, `operator_permission_denied`.
 */
export function deleteSavedQuery(
  context: ServiceContext,
  operator: SignedIn,
  { savedQueryId }: z.output<typeof DeleteSavedQueryInput>,
): Promise<DeletedSavedQuery> {
  return context.database.transaction(async (em) => {
    const saved = await findOwnSavedQuery(em, operator, savedQueryId, createError);
    em.remove(saved);
    await recordChange(em, context, operator, {
      action: 'deleteSavedQuery',
      subjectType: 'saved_query',
      subjectId: savedQueryId,
      before: { name: saved.name },
    });
    return { id: savedQueryId };
  });
}
