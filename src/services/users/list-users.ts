import { z } from 'zod';
import { lastId } from '../../db/id-parts.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import { cursor, maxLimit, pageOf } from '../values/cursor.ts';
import { emailAddress, externalId, uuid } from '../values/fields.ts';
import { isAccessible, type ReadUser, readUser } from './read-user.ts';

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
  { email, externalUserId, cursor: place, limit }: z.output<typeof ListUsersInput> & { limit: number },
): Promise<{ items: ReadUser[]; nextCursor?: string }> {
  const [before] = place ?? [lastId];
  const parameters: unknown[] = [externalServiceId, before, limit + 1];
  const bind = (value: string) => `$${parameters.push(value)}`;
  const rows = await database.query<{ user: ReadUser }>(
    `select ${readUser()} as user
     from (${email === undefined && externalUserId === undefined ? everyone : one({ email, externalUserId }, bind)}) u
     left join user_links l on l.user_id = u.id and l.external_service_id = $1
     order by u.id desc limit $3`,
    parameters,
  );
  const users = rows.map(({ user }) => user);
  return pageOf(users, limit, ({ id }) => [id]);
}

/**
 * The first ids of a list, one page long. The maximum page length is a literal in the query, so that the planner
 * expects few rows.
 */
const firstOf = (ids: string, order: string) =>
  `(select id from (${ids} ${order} limit ${maxLimit + 1}) ids ${order} limit $3)`;

/**
 * The two kinds of access (`users_open_to`) are each read from their own index, only as far as the page needs. Then
 * each user is read individually (`offset 0`), without those in between.
 *
 * The query is written so that one plan suits all values, and PostgreSQL caches it. Otherwise it would plan each page
 * again, which took a fifth of its time. A row comparison uses only one index. In the order of all ids, the few users
 * of a small service would be searched for among all users.
 */
const everyone = `
  select users.* from (
    ${firstOf(
      'select managed_by_id, id from users where managed_by_id >= $1 and (managed_by_id, id) < ($1, $2) and erased_at is null',
      'order by managed_by_id desc, id desc',
    )}
    union
    ${firstOf(
      'select external_service_id, user_id as id from user_grants where external_service_id >= $1 and (external_service_id, user_id) < ($1, $2)',
      'order by external_service_id desc, id desc',
    )}
  ) open, lateral (select * from users where users.id = open.id offset 0) users`;

/** At most one user has the address or the identifier. It is found by that, and then access is checked. */
function one(
  { email, externalUserId }: { email: string | undefined; externalUserId: string | undefined },
  bind: (value: string) => string,
): string {
  const conditions = [
    ...(email === undefined ? [] : [`u.email = ${bind(email)}`]),
    ...(externalUserId === undefined
      ? []
      : [
          `u.id = (select user_id from user_links
                   where external_service_id = $1 and external_user_id = ${bind(externalUserId)})`,
        ]),
  ];
  return `select * from users u where ${conditions.join(' and ')} and u.id < $2 and ${isAccessible()}`;
}
