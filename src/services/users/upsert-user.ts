import type { z } from 'zod';
import { ApiError, errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { queryIn } from '../../db/connection/query.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { readUserFields } from '../../db/queries/partners/user-for-update.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import { findUserByExternalId, readUserForService } from '../../db/queries/partners/users.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import { CreateUserInput, createUser } from './create-user.ts';
import { UpdateUserInput, updateUser } from './update-user.ts';

export const UpsertUserInput = (today: () => string) =>
  CreateUserInput(today)
    .omit({ birthday: true })
    .extend({ birthday: UpdateUserInput(today).shape.birthday });
type UpsertUserInput = z.output<ReturnType<typeof UpsertUserInput>>;

export const UpsertUserBody = (today: () => string) =>
  UpsertUserInput(today).omit({ externalUserId: true }).meta({
    id: 'UpsertUserRequest',
    description: 'A birthday that is left out stays as it is.',
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
  { externalUserId, ...values }: UpsertUserInput,
): Promise<{ created: boolean; user: UserSnapshot }> {
  const { externalServiceId } = partner;
  // Another writer may link or unlink the id between the two steps. Each repetition means that one has done so.
  for (;;) {
    const linked = await findUserByExternalId(context.database.query, externalServiceId, externalUserId);
    const result = linked
      ? await updateLinked(context, partner, externalUserId, linked.user.id, values)
      : await createUnlinked(context, partner, { externalUserId, ...values });
    if (result) return { created: !linked, user: result };
  }
}

/** Returns undefined if the id is linked meanwhile. */
async function createUnlinked(
  context: ServiceContext,
  partner: Partner<'userwrite'>,
  { birthday, ...input }: UpsertUserInput,
): Promise<UserSnapshot | undefined> {
  const { externalUserId } = input;
  try {
    const given = { ...input, ...(birthday ? { birthday } : {}) };
    const { created, user } = await createUser(context, partner, given);
    return created
      ? { ...user, email: input.email, externalUserId, managed: true, status: 'ACTIVE' }
      : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'external_user_id_already_in_use') return undefined;
    throw error;
  }
}

/** Returns undefined if the id belongs to no user or to a different one meanwhile. */
function updateLinked(
  context: ServiceContext,
  partner: Partner<'userwrite'>,
  externalUserId: string,
  userId: string,
  values: Omit<UpsertUserInput, 'externalUserId'>,
): Promise<UserSnapshot | undefined> {
  const { externalServiceId } = partner;
  const waitsFor = { resource: `user ${userId}`, externalServiceId };
  return context.database.transaction(async (em) => {
    const query = queryIn(em);
    // The user is locked before its external id, in the order of an update.
    await lockRows(query, 'users', [userId], 'for update');
    const row = await findUserByExternalId(query, externalServiceId, externalUserId);
    if (row?.user.id !== userId) return undefined;
    if (!row.isOpen) throw createError('user_access_denied');
    if (!row.user.managed) {
      const stored = await readUserFields(query, userId);
      const isEqual = Object.entries(values).every(
        ([field, value]) => value === undefined || stored[field as keyof typeof values] === value,
      );
      if (!isEqual) throw createError('user_not_managed');
      return row.user;
    }
    const within = { ...context, database: inTransaction(context.database, em) };
    await updateUser(within, partner, { userId, ...values });
    return readUserForService(query, externalServiceId, userId);
  }, waitsFor);
}
