import type { Query } from '../../connection/query.ts';
import { perInterval } from '../../entities/partner-traffic.ts';
import { sumsBetween, wholeDaysIn } from '../traffic-by-day.ts';

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
const traffic = sumsBetween('partner_traffic', '$3', '$4');
const rejected = 'coalesce(sum(requests::float8) filter (where status >= 400), 0)';

export function sumTrafficByGroup(
  query: Query,
  period: TrafficPeriod,
  summedUntil: number,
): Promise<TrafficGroupRow[]> {
  return query(
    `select operation, error_type as "errorType", external_service_id as "externalServiceId",
       sum(requests::float8) as requests, ${rejected} as rejected, array[${latencySums}]::float8[] as latencies
     from ${traffic}
     group by grouping sets ((), (operation), (error_type), (external_service_id))`,
    [period.from, period.to, ...wholeDaysIn(period, summedUntil)],
  );
}

/** Returns the traffic by hour or day: that of each given external service, and that of all others together. */
export function sumTrafficByTime(
  query: Query,
  period: TrafficPeriod,
  summedUntil: number,
  externalServiceIds: readonly string[],
): Promise<TrafficTimeRow[]> {
  return query(
    `select g.id, s.name, g.at, g.requests, g.rejected
     from (
       select case when external_service_id = any ($5::uuid[]) then external_service_id end as id,
         to_char(date_trunc('${period.unit}', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as at,
         sum(requests::float8) as requests, ${rejected} as rejected
       from ${traffic}
       group by 1, 2
     ) as g left join external_services s on s.id = g.id`,
    [period.from, period.to, ...wholeDaysIn(period, summedUntil), externalServiceIds],
  );
}
