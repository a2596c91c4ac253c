import { z } from 'zod';
import { lastId } from '../../db/id-parts.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import { cursor, pageOf } from '../values/cursor.ts';
import { emailAddress, externalId, uuid } from '../values/fields.ts';
import { isOpen, type ReadUser, readUser } from './read-user.ts';

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

/**
 * The two ways of being open (`users_open_to`), each read off its own index, as far as the page goes; then each
 * user by itself (`offset 0`), not all of those between.
 */
const everyone = `
  select users.* from (
    (select id from users where managed_by_id = $1 and erased_at is null and id < $2 order by id desc limit $3)
    union
    (select user_id from user_grants where external_service_id = $1 and user_id < $2 order by user_id desc limit $3)
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
  return `select * from users u where ${conditions.join(' and ')} and u.id < $2 and ${isOpen()}`;
}
