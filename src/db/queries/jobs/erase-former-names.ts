import type { Query } from '../../connection/query.ts';

/** Finds erased users who still have former names. */
export function findErasedUsersWithFormerNames(
  query: Query,
  limit: number,
): Promise<{ id: string; managedById: string }[]> {
  return query<{ id: string; managedById: string }>(
    // "offset 0" makes the planner start from the few former names. It might otherwise read all users.
    `select u.id, u.managed_by_id as "managedById"
     from (select distinct user_id from former_user_names) f cross join lateral (
       select id, managed_by_id from users where id = f.user_id and erased_at is not null offset 0
     ) u limit $1`,
    [limit],
  );
}
