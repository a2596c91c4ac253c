import { sql } from 'kysely';
import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { type Sql, toStatement } from '../statement.ts';

/** A token that is not revoked, of an active external service. */
export interface ApiTokenRow<Scope extends string> {
  id: string;
  externalServiceId: string;
  scopes: Scope[];
  /** Unix milliseconds. The token may have expired. */
  expiresAt: number | null;
  /** The external service's own, if it has one. */
  rateLimit: { perSecond: number; burst: number } | null;
}

/** `at`: the time of the rate limit, ISO 8601. */
export async function findApiToken<Scope extends string>(
  query: Query,
  secretHash: Buffer,
  at: string,
): Promise<ApiTokenRow<Scope> | undefined> {
  const { text, parameters } = toStatement(
    sql`select t.id, t.external_service_id as "externalServiceId", t.scopes,
       (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt", ${rateLimitAt(at)} as "rateLimit"
     from api_tokens t join external_services s on s.id = t.external_service_id
     where t.secret_hash = ${secretHash} and t.revoked_at is null and s.active`,
  );
  const [token] = await query<ApiTokenRow<Scope>>(text, parameters);
  return token;
}

/**
 * The own rate limit of the external service `s` at a time, or null. A temporary limit ends by itself, because this is
 * derived each time a token is read.
 */
export function rateLimitAt(at: string): Sql {
  return sql`case
      when s.temporary_rate_limit_until > ${at} then json_build_object(
        'perSecond', s.temporary_rate_limit_per_second, 'burst', s.temporary_rate_limit_burst)
      when s.rate_limit_burst is not null then
        json_build_object('perSecond', s.rate_limit_per_second, 'burst', s.rate_limit_burst)
    end`;
}

/** Returns the id of a token that is not revoked, even if it has expired or its external service is not active. */
export async function findUnrevokedToken(query: Query, secretHash: Buffer): Promise<string | undefined> {
  const [token] = await query<{ id: string }>(
    'select id from api_tokens where secret_hash = $1 and revoked_at is null',
    [secretHash],
  );
  return token?.id;
}

/** Returns the tokens with these SHA-256 hashes, in hexadecimal. */
export function findTokensByHash(
  query: Query,
  hashes: readonly string[],
): Promise<{ id: string; hash: string; isRevoked: boolean }[]> {
  return query<{ id: string; hash: string; isRevoked: boolean }>(
    `select id, encode(secret_hash, 'hex') as hash, revoked_at is not null as "isRevoked" from api_tokens
     where secret_hash in (select decode(h, 'hex') from unnest($1::text[]) h) order by id`,
    [hashes],
  );
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

/** A token as its external service sees it. Instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface ApiTokenSnapshot {
  id: string;
  label: string;
  scopes: string[];
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  revokedBecause: string | null;
  lastUsedAt: string | null;
  replacedBy: string | null;
}

/** A query for the tokens of an external service before an id, newest first. `at`: the time of their status. */
export function selectApiTokens({
  externalServiceId,
  before,
  limit,
  at,
}: {
  externalServiceId: string;
  before: string;
  limit: number;
  at: string;
}): Sql {
  const instant = (column: string) => sql.raw(`${databaseFunctions().schema}.as_instant(${column})`);
  return sql`select id, label, scopes,
      case when revoked_at is not null then 'REVOKED' when expires_at <= ${at} then 'EXPIRED' else 'ACTIVE' end as status,
      ${instant('created_at')} as "createdAt", ${instant('expires_at')} as "expiresAt",
      ${instant('revoked_at')} as "revokedAt", revoked_because as "revokedBecause",
      ${instant('last_used_at')} as "lastUsedAt",
      replaced_by_id as "replacedBy"
    from api_tokens where external_service_id = ${externalServiceId} and id < ${before} order by id desc limit ${limit}`;
}
