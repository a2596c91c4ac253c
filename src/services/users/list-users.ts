import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { lastId } from '../../db/id-parts.ts';
import { listAccessibleUsers } from '../../db/queries/partners/list-users.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import { isNoRange } from '../../rules/instant.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { cursor, maxLimit, pageOf, positionIn } from '../values/cursor.ts';
import { emailAddress, externalId, instant, uuid } from '../values/fields.ts';

export const ListUsersInput = z.object({
  email: emailAddress()
    .describe('Only users with this e-mail address: the whole address, in any case.')
    .optional(),
  externalUserId: externalId().describe('Only the user that is linked to this id of your own.').optional(),
  updatedFrom: instant().optional(),
  updatedTo: instant().optional(),
  cursor: cursor([uuid()], [], [instant(), uuid()]).optional(),
});

export const listUsersErrors = [...partnerErrors, 'invalid_updated_filter_time_range'] as const;

const createError = errorFactory(listUsersErrors);

/**
 * Returns the users that the external service has access to, newest first, without erased ones. With a time of change,
 * the most recently changed first.
 *
 * Not in the document: a linked user that the service has no access to is left out. Such a user exists only if rows
 * were written by hand, because the service that links a user manages it.
 *
 * @throws ApiError `invalid_updated_filter_time_range`, `invalid_schema` (a cursor of other filters),
 * `service_unavailable`.
 */
export async function listUsers(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'userread'>,
  { cursor, limit, ...filter }: z.output<typeof ListUsersInput> & { limit: number },
): Promise<{ items: UserSnapshot[]; nextCursor?: string }> {
  const { updatedFrom, updatedTo } = filter;
  if (isNoRange(updatedFrom, updatedTo)) throw createError('invalid_updated_filter_time_range');
  const isByChange = updatedFrom !== undefined || updatedTo !== undefined;
  // Otherwise its cursor would be valid for bookings, too, which have the same order and filters.
  const filters = { ...filter, of: isByChange ? 'users' : undefined };
  const [before = lastId, changedAt] = positionIn(cursor, filters, isByChange ? 2 : 1)?.toReversed() ?? [];
  const users = await listAccessibleUsers(
    database.query,
    { externalServiceId, ...filter },
    { before, changedBefore: changedAt, isByChange, limit: limit + 1, maxLimit: maxLimit + 1 },
  );
  return pageOf(users, { limit, filters }, ({ id, updatedAt }) => (isByChange ? [updatedAt!, id] : [id]));
}
