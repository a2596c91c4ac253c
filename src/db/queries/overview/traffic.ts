import type { Query } from '../../connection/query.ts';
import { perInterval } from '../../entities/partner-traffic.ts';

/** A period in whole UTC hours or days. Instants. `to` is exclusive. */
export interface TrafficPeriod {
  unit: 'hour' | 'day';
  from: string;
  to: string;
}

/** The traffic of an operation, an error type or an external service, or the total, in which all three are null. */
export interface TrafficGroupRow {
  operation: string | null;
  errorType: string | null;
  externalServiceId: string | null;
  requests: number;
  /** Rejected or failed requests: status 400 and above. */
  rejected: number;
  latencies: number[];
}

/** The traffic of an external service in an hour or a day. */
export interface TrafficTimeRow {
  /** Null for the sum of all external services that were not asked for. */
  id: string | null;
  name: string | null;
  at: string;
  requests: number;
  rejected: number;
}

const latencySums = perInterval((each) => `sum(${each}::float8)`);

/**
 * The sums of the days that are already aggregated, and of the hours after them.
 *
 * `$1`, `$2`: from, to. `$3`: the end of the aggregated days. It is bound as a value, so that the planner knows how
 * few hours remain and does not read them all. A period in hours reads hours only.
 */
const sums = ({ unit }: TrafficPeriod) => {
  const columns = 'external_service_id, operation, status, error_type, requests, latencies';
  const hours = `select hour as at, ${columns} from partner_traffic
    where hour >= $3::timestamptz and hour < $2::timestamptz`;
  return unit === 'hour'
    ? `${hours} and hour >= $1::timestamptz`
    : `select day as at, ${columns} from partner_traffic_days where day >= $1::timestamptz and day < $3::timestamptz
       union all ${hours}`;
};

const rejected = 'coalesce(sum(requests::float8) filter (where status >= 400), 0)';

/** Returns the end of the aggregated days in the period, or its start if no day is aggregated. */
export async function findAggregatedUntil(query: Query, { from, to }: TrafficPeriod): Promise<string> {
  const [row] = await query<{ until: string }>(
    `select to_char(greatest($1::timestamptz, max(day) + interval '24 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
     from partner_traffic_days where day < $2::timestamptz`,
    [from, to],
  );
  return row!.until;
}

/** @param until the end of the aggregated days, or the start of a period in hours */
export function sumTrafficByGroup(
  query: Query,
  period: TrafficPeriod,
  until: string,
): Promise<TrafficGroupRow[]> {
  return query(
    `select operation, error_type as "errorType", external_service_id as "externalServiceId",
       sum(requests::float8) as requests, ${rejected} as rejected, array[${latencySums}]::float8[] as latencies
     from (${sums(period)}) as t
     group by grouping sets ((), (operation), (error_type), (external_service_id))`,
    [period.from, period.to, until],
  );
}

/**
 * Returns the traffic by hour or day: that of each given external service, and that of all others together.
 *
 * @param until as for `sumTrafficByGroup`
 */
export function sumTrafficByTime(
  query: Query,
  period: TrafficPeriod,
  until: string,
  externalServiceIds: readonly string[],
): Promise<TrafficTimeRow[]> {
  return query(
    `select g.id, s.name, g.at, g.requests, g.rejected
     from (
       select case when external_service_id = any ($4::uuid[]) then external_service_id end as id,
         to_char(date_trunc('${period.unit}', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as at,
         sum(requests::float8) as requests, ${rejected} as rejected
       from (${sums(period)}) as t
       group by 1, 2
     ) as g left join external_services s on s.id = g.id`,
    [period.from, period.to, until, externalServiceIds],
  );
}
