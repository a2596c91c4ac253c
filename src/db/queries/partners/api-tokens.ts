import type { Query } from '../../connection/query.ts';

/** A token that is not revoked, of an active external service. */
export interface ApiTokenRow<Scope extends string> {
  id: string;
  externalServiceId: string;
  scopes: Scope[];
  /** Unix milliseconds. The token may have expired. */
  expiresAt: number | null;
  /** The external service's own rate limit, in requests per second. */
  perSecond: number | null;
  burst: number | null;
}

export async function findApiToken<Scope extends string>(
  query: Query,
  secretHash: Buffer,
): Promise<ApiTokenRow<Scope> | undefined> {
  const [token] = await query<ApiTokenRow<Scope>>(
    `select t.id, t.external_service_id as "externalServiceId", t.scopes,
       (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt",
       s.rate_limit_per_second as "perSecond", s.rate_limit_burst as burst
     from api_tokens t join external_services s on s.id = t.external_service_id
     where t.secret_hash = $1 and t.revoked_at is null and s.active`,
    [secretHash],
  );
  return token;
}

/**
 * Updates when each token was last used. A later time that is already stored stays.
 *
 * @param lastUses Unix milliseconds by token id
 */
export async function updateLastUses(query: Query, lastUses: ReadonlyMap<string, number>): Promise<void> {
  await query(
    `update api_tokens t set last_used_at = greatest(t.last_used_at, to_timestamp(u.millis / 1000))
     from unnest($1::uuid[], $2::float8[]) as u (id, millis)
     where t.id = u.id`,
    [[...lastUses.keys()], [...lastUses.values()]],
  );
}
