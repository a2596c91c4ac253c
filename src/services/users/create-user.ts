import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { birthday, emailAddress, externalId, personName } from '../values/fields.ts';
import { type ActiveUser, toUserSnapshot } from './writes/known-users.ts';
import { writeUser } from './writes/user-groups.ts';

/** The errors of createUser, copied from section 4.1 of the document. */
export const createUserErrors = [
  ...partnerErrors,
  'email_already_in_use',
  'external_user_id_already_in_use',
] as const;

const createError = errorFactory(createUserErrors);

/** The documented body. Not in the document: which fields are required. `today()`: the current date, `YYYY-MM-DD`. */
export const CreateUserInput = (today: () => string) =>
  z
    .strictObject({
      email: emailAddress().describe(
        'Kept and compared in lower case. Must not be linked to a different user.',
      ),
      externalUserId: externalId().describe(
        'Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not be linked to a different user.',
      ),
      firstName: personName(),
      lastName: personName(),
      birthday: birthday(today),
    })
    .meta({
      id: 'CreateUserRequest',
      description: 'The user to create. A user that is already stored is not changed.',
    });
export type CreateUserInput = z.output<ReturnType<typeof CreateUserInput>>;

/**
 * Creates a user that is linked to the external service and managed by it (document, section 4.1).
 *
 * If the service has already linked the same pair of e-mail and external user id, nothing changes. So the request may
 * be repeated after a lost response.
 *
 * @throws ApiError `email_already_in_use`, `external_user_id_already_in_use`, `service_unavailable`.
 */
export async function createUser(
  context: ServiceContext,
  partner: Partner<'userwrite'>,
  input: CreateUserInput,
): Promise<{ created: boolean; user: ActiveUser }> {
  const { externalServiceId } = partner;
  const result = await writeUser(context, partner, { action: 'create', ...input });
  // The owner of the address is recorded, so that the rejected request, which may have another external id of the person,
  // can be erased with the person.
  if (result.outcome === 'refused')
    throw createError(result.rejection.error, rejectionDetails(result.rejection, context.now()));
  return {
    created: result.outcome === 'created',
    user: toUserSnapshot(result.user, externalServiceId),
  };
}
