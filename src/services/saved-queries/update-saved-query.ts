import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { authorizeOperatorErrors, type SignedIn } from '../access/authorize-operator.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import {
  findOwnSavedQuery,
  reserveSavedQueryName,
  savedDocument,
  savedName,
  savedVariables,
} from './saved-query-fields.ts';

/** Omitted fields stay unchanged. */
export const UpdateSavedQueryInput = z.strictObject({
  savedQueryId: uuid(),
  name: savedName().optional(),
  document: savedDocument().optional(),
  variables: savedVariables().optional(),
});

export const updateSavedQueryErrors = [
  ...authorizeOperatorErrors,
  'saved_query_not_found',
  'name_already_in_use',
] as const;
const createError = errorFactory(updateSavedQueryErrors);

/**
 * Changes a saved query. Operators may change their own, administrators any. Returns its id.
 *
 * @throws ApiError `saved_query_not_found`, `operator_permission_denied`, `name_already_in_use`.
 */
export function updateSavedQuery(
  context: ServiceContext,
  operator: SignedIn,
  { savedQueryId, ...given }: z.output<typeof UpdateSavedQueryInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const saved = await findOwnSavedQuery(em, operator, savedQueryId, createError);
    const changed = changedFields(saved, given);
    if (!changed) return savedQueryId;
    const { name } = changed.after as { name?: string };
    if (name !== undefined) await reserveSavedQueryName(em, name, createError);
    const before = { name: saved.name };
    em.assign(saved, { ...changed.after, updatedAt: new Date(context.now()).toISOString() });
    await recordChange(em, context, operator, {
      action: 'updateSavedQuery',
      subjectType: 'saved_query',
      subjectId: savedQueryId,
      before,
      // Only the names of the fields. The documents would be too large for the audit events.
      after: { name: saved.name, changed: Object.keys(changed.after) },
    });
    return savedQueryId;
  });
}
