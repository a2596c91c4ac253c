import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { type FunctionResults, readResult } from '../function-results.ts';
import type { ServiceContext } from '../service-context.ts';
import { CreateUserInput, StoredUser } from './create-user.ts';
import { upsertArguments } from './upsert-arguments.ts';

export const UpsertUserInput = CreateUserInput;
export type UpsertUserInput = z.output<ReturnType<typeof UpsertUserInput>>;

export const UpsertUserBody = (today: () => string) =>
  UpsertUserInput(today).omit({ externalUserId: true }).meta({
    id: 'UpsertUserRequest',
    description: 'The user to create or update. A stored birthday that you leave out is kept.',
  });

export const upsertUserErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'user_access_denied',
  'user_not_managed',
  'email_already_in_use',
  'internal_server_error',
] as const;
const createError = errorFactory(upsertUserErrors);

/** A user that the service has linked, as the service reads it. */
export const LinkedUser = StoredUser.extend({
  /** Only if the service manages the user. */
  email: z.string().optional(),
  externalUserId: z.string(),
  managed: z.boolean(),
  status: z.literal('ACTIVE'),
  updatedAt: z.string(),
});
export type LinkedUser = z.output<typeof LinkedUser>;

/** The possible answers of the database function for each user. */
export const upsertUserResults = {
  resource: LinkedUser,
  outcomes: ['created', 'updated', 'unchanged'],
  errors: ['user_access_denied', 'user_not_managed', 'email_already_in_use'],
} as const satisfies FunctionResults & { errors: readonly (typeof upsertUserErrors)[number][] };

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
): Promise<{ created: boolean; user: LinkedUser }> {
  const { externalServiceId } = partner;
  const waitsFor = { resource: `user ${externalServiceId}/${input.externalUserId}`, externalServiceId };
  const values = upsertArguments(context, partner, [input]);
  let answers: unknown;
  // null: another writer linked or unlinked the id meanwhile.
  do answers = await context.database.call('upsert_users', values, waitsFor);
  while (answers === null);
  const result = readResult('upsert_users', upsertUserResults, (answers as unknown[])[0]);
  if ('error' in result)
    // Recorded as in `createUser`.
    throw createError(result.error, result.userId ? { conflictingIds: [result.userId] } : {});
  const { outcome, ...user } = result;
  return { created: outcome === 'created', user };
}
