import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import { findUserByExternalId } from '../../db/queries/partners/users.ts';
import { unlinkedUser } from '../../rules/requests/messages.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId } from '../values/fields.ts';

export const GetUserByExternalIdInput = z.strictObject({ externalUserId: externalId() });

export const getUserByExternalIdErrors = [...partnerErrors, 'user_access_denied', 'user_not_found'] as const;
const createError = errorFactory(getUserByExternalIdErrors);

/**
 * Returns the user that the external service has linked to this identifier.
 *
 * @throws ApiError `user_not_found`: also for an erased user, whose link is also erased; `user_access_denied`: it is
 * linked, but the service has no access; `service_unavailable`.
 */
export async function getUserByExternalId(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'userread'>,
  { externalUserId }: z.output<typeof GetUserByExternalIdInput>,
): Promise<UserSnapshot> {
  const row = await findUserByExternalId(database.query, externalServiceId, externalUserId);
  if (!row) throw createError('user_not_found', { message: unlinkedUser });
  if (!row.isOpen) throw createError('user_access_denied');
  return row.user;
}
