import { z } from 'zod';
import { lastId } from '../../db/id-parts.ts';
import { listAccessibleUsers } from '../../db/queries/partners/list-users.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import { cursor, maxLimit, pageOf } from '../values/cursor.ts';
import { emailAddress, externalId, uuid } from '../values/fields.ts';

export const ListUsersInput = z.strictObject({
  email: emailAddress().describe('The whole address, in any case.').optional(),
  externalUserId: externalId()
    .describe("The identifier in the partner's system, as it was linked.")
    .optional(),
  cursor: cursor([uuid()]).describe('The "nextCursor" of the page before.').optional(),
});

export const listUsersErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'internal_server_error',
] as const;

/**
 * Returns the users that the external service has access to, newest first, without erased ones.
 *
 * Not in the document: a linked user that the service has no access to is left out. Such a user exists only if rows
 * were written by hand, because the service that links a user manages it.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function listUsers(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'userread'>,
  { email, externalUserId, cursor, limit }: z.output<typeof ListUsersInput> & { limit: number },
): Promise<{ items: UserSnapshot[]; nextCursor?: string }> {
  const [before] = cursor ?? [lastId];
  const users = await listAccessibleUsers(
    database.query,
    { externalServiceId, email, externalUserId },
    { before, limit: limit + 1, maxLimit: maxLimit + 1 },
  );
  return pageOf(users, limit, ({ id }) => [id]);
}
