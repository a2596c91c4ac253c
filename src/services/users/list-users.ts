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
 * The users that are open to the external service, newest first; erased ones are left out.
 *
 * Not in the document: who is linked to the service and not open to it is not listed. Nobody is, unless rows were
 * written by hand: the service that links a user manages it.
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

/** Of a list of ids so many as a page has. The most that a page may have stands there as a number, so that the planner expects few. */
const firstOf = (ids: string, order: string) =>
  `(select id from (${ids} ${order} limit ${maxLimit + 1}) ids ${order} limit $3)`;

/**
 * The two ways of being open (`users_open_to`), each read off its own index, as far as the page goes; then each
 * user by itself (`offset 0`), not all of those between.
 *
 * Written so that one plan does for all values, which PostgreSQL then keeps; it would else plan each page anew, which took a fifth of its
 * time. A comparison of rows has one index only: in the order of all ids the few users of a small service would be looked for among everybody's.
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

/** At most one has the address, and one the identifier: it is found by that, and then judged. */
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
