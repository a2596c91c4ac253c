import { sql } from 'kysely';
import { allOf, type Sql } from '../statement.ts';

/** By name, in the order of each organization's index. */
const order = sql.raw('order by t.name, t.id');

/**
 * A query for the courts that an external service can book, by name: rows of `id`, `name`, `organization`.
 *
 * Only the first court of each organization is read, and then at most as many organizations as a page has rows.
 */
export function selectGrantedCourts(
  { externalServiceId, organizationId }: { externalServiceId: string; organizationId?: string | undefined },
  { after, limit }: { after?: { name: string; id: string } | undefined; limit: number },
): Sql {
  const granted = allOf([
    sql`g.external_service_id = ${externalServiceId}`,
    ...(organizationId === undefined ? [] : [sql`g.organization_id = ${organizationId}`]),
  ]);
  const within = allOf([
    sql`t.organization_id = g.organization_id and t.active`,
    ...(after === undefined ? [] : [sql`(t.name, t.id) > (${after.name}, ${after.id})`]),
  ]);
  const ofOrganization = sql`select t.id, t.name from courts t where ${within} ${order}`;
  return sql`with first_organizations as materialized (
      select g.organization_id from organization_grants g
      cross join lateral (${ofOrganization} limit 1) t where ${granted} ${order} limit ${limit}
    )
    select t.id, t.name, json_build_object('id', o.id, 'name', o.name, 'timeZone', o.time_zone) as organization
    from first_organizations g cross join lateral (${ofOrganization} limit ${limit}) t
    join organizations o on o.id = g.organization_id
    ${order} limit ${limit}`;
}
