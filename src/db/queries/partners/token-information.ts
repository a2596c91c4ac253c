import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';
import { rateLimitAt } from './api-tokens.ts';

/** A query for the permissions of a token at a time. Returns no row if the token does not exist. */
export function selectTokenInformation(id: string, at: string): Sql {
  return sql`select s.name as "externalServiceName", t.label, t.scopes,
      ${sql.raw(`${databaseFunctions().schema}.as_instant(t.expires_at)`)} as "expiresAt",
      ${rateLimitAt(at)} as "rateLimit",
      (
        select coalesce(
          json_agg(json_build_object('id', o.id, 'name', o.name, 'timeZone', o.time_zone) order by o.name, o.id), '[]'
        )
        from organization_grants g join organizations o on o.id = g.organization_id
        where g.external_service_id = t.external_service_id
      ) as organizations
    from api_tokens t join external_services s on s.id = t.external_service_id
    where t.id = ${id}`;
}
