import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import { millisOf } from '../../db/id-parts.ts';
import { deleteSubmittedForms, insertSubmittedForm } from '../../db/queries/operators/submitted-forms.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';

/** For how long a form can be sent after its page was shown. */
const formHours = 12;
const formMillis = formHours * 60 * 60_000;

export const submitFormErrors = ['confirmation_outdated'] as const;
const createError = errorFactory(submitFormErrors);

/**
 * Claims a form, so that what it does is done once: after a double click, a reload, or on another process. Returns false
 * if it was sent before.
 *
 * @param formId the id that the page gave to its form, a UUID of version 7
 * @throws ApiError `confirmation_outdated`: the page is too old.
 */
export async function submitForm(
  { database, now }: Pick<ServiceContext, 'database' | 'now'>,
  operator: SignedIn,
  formId: string,
): Promise<boolean> {
  // Forms are only remembered for a time. An older one could otherwise be sent again.
  if (!isUuid(formId) || !(Math.abs(now() - millisOf(formId)) <= formMillis))
    throw createError('confirmation_outdated', {
      message: `This page is more than ${formHours} hours old, so nothing was changed. Open the task again.`,
    });
  return insertSubmittedForm(onPrimary(database), formId, operator.actor.id);
}

/** Deletes what is known about forms that can no longer be sent. */
export async function deleteOldForms(database: Database): Promise<void> {
  await deleteSubmittedForms(onPrimary(database), 2 * formHours);
}
