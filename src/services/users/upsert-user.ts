import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { CreateUserInput } from './create-user.ts';
import { type ActiveUser, toUserSnapshot } from './writes/known-users.ts';
import { writeUser } from './writes/user-groups.ts';

export const UpsertUserInput = CreateUserInput;
export type UpsertUserInput = z.output<ReturnType<typeof UpsertUserInput>>;

export const UpsertUserBody = (today: () => string) =>
  UpsertUserInput(today).omit({ externalUserId: true }).meta({
    id: 'UpsertUserRequest',
    description: 'The user to create or update. A stored birthday that you leave out is kept.',
  });

export const upsertUserErrors = [
  ...partnerErrors,
  'user_access_denied',
  'user_not_managed',
  'email_already_in_use',
] as const;
const createError = errorFactory(upsertUserErrors);

/**
 * Creates the user with this external id, or updates the user that is linked to it. Users have no version, so the last
 * write wins. If nothing would change, nothing is written.
 *
 * @throws ApiError `user_access_denied` (linked, but the service has no access), `user_not_managed` (linked, and the
 * values would change a user that another service manages), `email_already_in_use`, `service_unavailable`.
 */
export async function upsertUser(
  context: ServiceContext,
  partner: Partner<'userwrite'>,
  input: UpsertUserInput,
): Promise<{ created: boolean; user: ActiveUser }> {
  const { externalServiceId } = partner;
  const result = await writeUser(context, partner, { action: 'upsert', ...input });
  // Records the owner of the address, as `createUser`.
  if (result.outcome === 'refused')
    throw createError(result.rejection.error, rejectionDetails(result.rejection, context.now()));
  return {
    created: result.outcome === 'created',
    user: toUserSnapshot(result.user, externalServiceId),
  };
}
