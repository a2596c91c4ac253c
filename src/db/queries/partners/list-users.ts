import type { Query } from '../../connection/query.ts';
import { isAccessible, type UserSnapshot, userSnapshot } from './user-snapshot.ts';

interface UserFilter {
  externalServiceId: string;
  email?: string | undefined;
  externalUserId?: string | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
}

/** The order and the size of a page, the maximum size, and the position that all its users are before. */
interface UserPage {
  before: string;
  /** Set from the second page on, if the page is in the order of changes. */
  changedBefore?: string | undefined;
  /** The most recently changed user first, instead of the newest. */
  isByChange: boolean;
  limit: number;
  maxLimit: number;
}

/**
 * Returns a page of the users that an external service has access to, newest first or most recently changed first,
 * without erased ones.
 */
export async function listAccessibleUsers(
  query: Query,
  filter: UserFilter,
  { before, changedBefore, isByChange, limit, maxLimit }: UserPage,
): Promise<UserSnapshot[]> {
  const parameters: unknown[] = [filter.externalServiceId, before, limit];
  const bind = (value: string) => `$${parameters.push(value)}`;
  const isOne = filter.email !== undefined || filter.externalUserId !== undefined;
  const onPage = isByChange ? changedInRange(filter, changedBefore, bind) : 'u.id < $2';
  const order = `order by ${isByChange ? 'u.updated_at desc, ' : ''}u.id desc`;
  const users = isOne
    ? one(filter, onPage, bind)
    : isByChange
      ? everyChanged(onPage, order)
      : everyone(maxLimit);
  const rows = await query<{ user: UserSnapshot }>(
    `select ${userSnapshot()} as user
     from (${users}) u
     left join user_links l on l.user_id = u.id and l.external_service_id = $1
     ${order} limit $3`,
    parameters,
  );
  return rows.map(({ user }) => user);
}

/** SQL condition: the user `u` was changed in the range of the filter, and is after the previous page. */
function changedInRange(
  { updatedFrom, updatedTo }: UserFilter,
  changedBefore: string | undefined,
  bind: (value: string) => string,
): string {
  const position = `(u.updated_at, u.id) < (${bind(changedBefore ?? 'infinity')}::timestamptz, $2::uuid)`;
  return [
    position,
    ...(updatedFrom === undefined ? [] : [`u.updated_at >= ${bind(updatedFrom)}`]),
    ...(updatedTo === undefined ? [] : [`u.updated_at < ${bind(updatedTo)}`]),
  ].join(' and ');
}

/** Managed users are read in the order of an index. The users of other services that were granted are few. */
const everyChanged = (onPage: string, order: string) => `
  (select u.* from users u where u.managed_by_id = $1 and u.erased_at is null and ${onPage} ${order} limit $3)
  union all
  (select u.* from user_grants g join users u on u.id = g.user_id
   where g.external_service_id = $1 and u.managed_by_id <> $1 and u.erased_at is null and ${onPage} ${order} limit $3)`;

/**
 * The first ids of a list, one page long. The maximum page length is a literal in the query, so that the planner
 * expects few rows.
 */
const firstOf = (ids: string, order: string, maxLimit: number) =>
  `(select id from (${ids} ${order} limit ${maxLimit}) ids ${order} limit $3)`;

/**
 * The two kinds of access (`users_open_to`) are each read from their own index, only as far as the page needs. Then
 * each user is read individually (`offset 0`), without those in between.
 *
 * The query is written so that one plan suits all values, and PostgreSQL caches it. Otherwise it would plan each page
 * again, which took a fifth of its time. A row comparison uses only one index. In the order of all ids, the few users
 * of a small service would be searched for among all users.
 */
const everyone = (maxLimit: number) => `
  select users.* from (
    ${firstOf(
      'select managed_by_id, id from users where managed_by_id >= $1 and (managed_by_id, id) < ($1, $2) and erased_at is null',
      'order by managed_by_id desc, id desc',
      maxLimit,
    )}
    union
    ${firstOf(
      'select external_service_id, user_id as id from user_grants where external_service_id >= $1 and (external_service_id, user_id) < ($1, $2)',
      'order by external_service_id desc, id desc',
      maxLimit,
    )}
  ) open, lateral (select * from users where users.id = open.id offset 0) users`;

/** At most one user has the address or the identifier. It is found by that, and then access is checked. */
function one(
  { email, externalUserId }: Pick<UserFilter, 'email' | 'externalUserId'>,
  onPage: string,
  bind: (value: string) => string,
): string {
  const conditions = [
    onPage,
    ...(email === undefined ? [] : [`u.email = ${bind(email)}`]),
    ...(externalUserId === undefined
      ? []
      : [
          `u.id = (select user_id from user_links
                   where external_service_id = $1 and external_user_id = ${bind(externalUserId)})`,
        ]),
  ];
  return `select * from users u where ${conditions.join(' and ')} and ${isAccessible()}`;
}
