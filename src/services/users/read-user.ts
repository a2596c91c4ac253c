import { databaseFunctions } from '../../db/functions/functions.ts';
import type { StoredUser } from './create-user.ts';

/** A user as a partner reads it; of an erased one no more than that it was. */
export type ReadUser = Pick<StoredUser, 'id'> &
  Partial<StoredUser> & {
    /** In the partner's system, where it has linked the user. */
    externalUserId?: string;
    /** Whether the partner manages the user. */
    managed: boolean;
    status: 'ACTIVE' | 'ERASED';
  };

/** The expression of a `ReadUser`, of the user `u` and its link `l` to the external service `$1`. */
export function readUser(): string {
  return `(${databaseFunctions().schema}.user_snapshot(u) || jsonb_strip_nulls(jsonb_build_object(
    'externalUserId', l.external_user_id,
    'managed', u.managed_by_id = $1,
    'status', case when u.erased_at is null then 'ACTIVE' else 'ERASED' end
  )))`;
}

/** Whether the user `u` is open to the external service `$1`. */
export function isAccessible(): string {
  return `exists (select from ${databaseFunctions().schema}.users_open_to($1) o where o.id = u.id)`;
}
