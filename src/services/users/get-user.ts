import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import { findAccessibleUser } from '../../db/queries/partners/users.ts';
import { unreadableUser } from '../../rules/requests/messages.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';

export const GetUserInput = z.strictObject({ userId: uuid() });

export const getUserErrors = [...partnerErrors, 'user_access_denied'] as const;
const createError = errorFactory(getUserErrors);

/**
 * Returns a user that the external service has access to, or an erased user that it managed.
 *
 * @throws ApiError `user_access_denied`: for unknown users and those without access alike; `service_unavailable`.
 */
export async function getUser(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'userread' | 'userwrite'>,
  { userId }: z.output<typeof GetUserInput>,
): Promise<UserSnapshot> {
  const user = await findAccessibleUser(database.query, externalServiceId, userId);
  if (!user) throw createError('user_access_denied', { message: unreadableUser });
  return user;
}
