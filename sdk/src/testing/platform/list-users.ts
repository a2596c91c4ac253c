import { isNoRange } from '../../../../src/rules/instant.ts';
import { unlinkedUser, unreadableUser } from '../../../../src/rules/requests/messages.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, isWithin, pageOf } from './cursor.ts';
import { findLinked, isOpen, toUser, usersOf } from './read-user.ts';
import type { ExternalService, User, World } from './world.ts';

/** @throws ApiError `user_access_denied`, for an unknown user and for one without access */
export function getUser(world: World, externalService: ExternalService, userId: string) {
  const user = usersOf(world, externalService).find(({ id }) => id === userId);
  if (user) return user;
  throw new ApiError('user_access_denied', { message: unreadableUser });
}

/** @throws ApiError `user_not_found`, `user_access_denied`. */
export function getUserByExternalId(world: World, externalService: ExternalService, externalUserId: string) {
  const user = findLinked(world, externalService, externalUserId);
  if (!user) throw new ApiError('user_not_found', { message: unlinkedUser });
  if (!isOpen(user, externalService)) throw new ApiError('user_access_denied');
  return toUser(user, externalService);
}

/**
 * Lists the users that the external service has access to, newest first. With a time of change, the most recently changed first.
 *
 * @throws ApiError `invalid_updated_filter_time_range`, `invalid_schema` (a cursor of other filters)
 */
export function listUsers(
  world: World,
  externalService: ExternalService,
  { limit, cursor, ...filter }: UserFilter,
) {
  const { email, externalUserId, updatedFrom, updatedTo } = filter;
  if (isNoRange(updatedFrom, updatedTo)) throw new ApiError('invalid_updated_filter_time_range');
  const isByChange = updatedFrom !== undefined || updatedTo !== undefined;
  const position = ({ updatedAt, id }: User) => (isByChange ? [updatedAt, id] : [id]);
  const users = [...world.users.values()].filter(
    (user) =>
      isOpen(user, externalService) &&
      (email === undefined || user.email === email) &&
      (externalUserId === undefined || user.links[externalService.id] === externalUserId) &&
      isWithin(user.updatedAt, updatedFrom, updatedTo),
  );
  const size = isByChange ? 2 : 1;
  const filters = { ...filter, of: isByChange ? 'users' : undefined };
  return pageOf(users, { limit, cursor, filters, position, size }, (user) => toUser(user, externalService));
}

interface UserFilter {
  email?: string;
  externalUserId?: string;
  updatedFrom?: string;
  updatedTo?: string;
  limit: number;
  cursor?: Cursor;
}
