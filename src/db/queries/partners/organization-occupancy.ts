import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';

export interface StoredOccupancy {
  /** What a wait for a change compares. */
  state: string;
  version: string;
  /** By id. Null if the reader knows the version. */
  courts: StoredCourtTimes[] | null;
}

export interface StoredCourtTimes {
  courtId: string;
  version: string;
  /** Start and end of each time, as Unix microseconds, by start. Null if there are none, or if the version of the court is known. */
  times: string | null;
}

/**
 * A query for the occupied times of the active courts of an organization, of one snapshot with their versions. Returns no row
 * if the external service has no access to it.
 *
 * @param known versions of the whole that the reader has. `*` is any.
 * @param knownCourts versions of courts, by id, whose times are not needed
 */
export function selectOrganizationOccupancy({
  externalServiceId,
  organizationId,
  from,
  to,
  known,
  knownCourts,
}: {
  externalServiceId: string;
  organizationId: string;
  from: string;
  to: string;
  known: readonly string[];
  knownCourts: ReadonlyMap<string, string>;
}): Sql {
  const functions = sql.raw(databaseFunctions().schema);
  // Double precision has a quarter of a microsecond in this century. As a numeric, it takes twice as long.
  const micros = (at: Sql) => sql`(date_part('epoch', ${at}) * 1000000)::bigint`;
  const start = micros(sql`greatest(b.start_date, ${from}::timestamptz)`);
  const end = micros(sql`least(b.end_date, ${to}::timestamptz)`);
  return sql`select o.state, v.version, case when '*' <> all(k.known) and v.version <> all(k.known) then (
      select coalesce(json_agg(json_build_object(
        'courtId', c.id,
        'version', court.version::text,
        'times', case when court.version is distinct from known_court.version then (
          select string_agg(${start} || ' ' || ${end}, ' ' order by b.start_date)
          from ${functions}.court_bookings_overlapping(c.id, ${from}::timestamptz, ${to}::timestamptz) b
        ) end
      ) order by c.id), '[]')
      from courts c
      left join court_occupancy_versions stored on stored.court_id = c.id
      cross join lateral (select coalesce(stored.version, 0) as version) court
      left join unnest(${[...knownCourts.keys()]}::uuid[], ${[...knownCourts.values()]}::bigint[])
        as known_court (id, version) on known_court.id = c.id
      where c.organization_id = g.organization_id and c.active
    ) end as courts
    from organization_grants g
    cross join lateral ${functions}.occupancy_state(g.organization_id) o
    cross join lateral (
      select md5(concat_ws(' ', g.organization_id, o.state, ${from}::text, ${to}::text))::uuid::text as version
    ) v
    cross join (select ${known}::text[] as known) k
    where g.organization_id = ${organizationId} and g.external_service_id = ${externalServiceId}`;
}
