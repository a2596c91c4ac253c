import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';

/**
 * A query for the occupied times of a court. Returns no row if the court does not exist. `occupied` is null if the
 * external service has no access to it.
 */
export function selectCourtOccupancy({
  externalServiceId,
  courtId,
  from,
  to,
}: {
  externalServiceId: string;
  courtId: string;
  from: string;
  to: string;
}): Sql {
  const { schema } = databaseFunctions();
  const instant = (at: Sql) => sql`${sql.raw(`${schema}.as_instant`)}(${at})`;
  const isOwn = sql`b.external_service_id = ${externalServiceId}`;
  return sql`select case when g.organization_id is not null then (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'startDate', ${instant(sql`greatest(b.start_date, ${from}::timestamptz)`)},
        'endDate', ${instant(sql`least(b.end_date, ${to}::timestamptz)`)},
        'externalCourtBookingId', case when ${isOwn} then b.external_court_booking_id end
      )) order by b.start_date), '[]')
      from ${sql.raw(`${schema}.court_bookings_overlapping`)}(c.id, ${from}, ${to}) b
    ) end as occupied
    from courts c
    left join organization_grants g
      on g.organization_id = c.organization_id and g.external_service_id = ${externalServiceId}
    where c.id = ${courtId}`;
}
