import type { genders, mainSportTypes, playingHands } from '../../entities/user.ts';
import { databaseFunctions } from '../../functions/functions.ts';

/** A user as a partner reads it. Fields without a value are left out. An erased user has only its id and status. */
export interface UserSnapshot {
  id: string;
  firstName?: string;
  lastName?: string;
  /** `YYYY-MM-DD`. */
  birthday?: string | undefined;
  gender?: (typeof genders)[number] | undefined;
  mainSportType?: (typeof mainSportTypes)[number] | undefined;
  playingHand?: (typeof playingHands)[number] | undefined;
  /** Only if the partner manages the user. */
  email?: string | undefined;
  /** The partner's own identifier, if it has linked the user. */
  externalUserId?: string;
  /** True if the partner manages the user. */
  managed: boolean;
  status: 'ACTIVE' | 'ERASED';
  /** Absent once the user is erased. */
  updatedAt?: string;
}

/**
 * SQL expression for a `UserSnapshot`. It needs the user as `u`, its link to the external service as `l`, and the
 * service's id as `$1`.
 */
export function userSnapshot(): string {
  const { schema } = databaseFunctions();
  return `(${schema}.user_snapshot(u) || jsonb_strip_nulls(jsonb_build_object(
    'email', case when u.managed_by_id = $1 then u.email end,
    'externalUserId', l.external_user_id,
    'managed', u.managed_by_id = $1,
    'status', case when u.erased_at is null then 'ACTIVE' else 'ERASED' end,
    'updatedAt', case when u.erased_at is null then ${schema}.as_instant(u.updated_at) end
  )))`;
}

/** SQL condition: the external service `$1` has access to the user `u`. */
export function isAccessible(): string {
  return `exists (select from ${databaseFunctions().schema}.users_open_to($1) o where o.id = u.id)`;
}
