import type { Query } from '../../connection/query.ts';
import { noExternalService, perInterval } from '../../entities/partner-traffic.ts';
import { databaseFunctions } from '../../functions/functions.ts';

/** The groupings of traffic, with their columns. */
export const trafficGroups = {
  SERVICE: 'external_service_id',
  OPERATION: 'operation',
  STATUS: 'status',
  ERROR_TYPE: 'error_type',
} as const;
export type TrafficGroup = keyof typeof trafficGroups;

/** The lengths of the time buckets. `WHOLE`: a single one. */
export const trafficBuckets = { HOUR: 'hour', DAY: 'day', WHOLE: undefined } as const;

/** `from` is rounded down to the hour, and an hour that begins before `to` counts as a whole. */
export interface TrafficRange {
  from: string;
  to: string;
  externalServiceId?: string | undefined;
}

/** The traffic of one group in one time bucket. Columns that are not grouped by are null. */
export interface TrafficSumRow {
  startsAt: string | null;
  externalServiceId: string | null;
  operation: string | null;
  status: number | null;
  errorType: string | null;
  requests: number;
  refused: number;
  perSecond: number;
  /** Number of requests per interval of `latencyBounds`. */
  latencies: number[];
  firstAt: string;
  lastAt: string;
  requestId: string;
  sdkVersion: string | null;
}

export interface FaultSumRow {
  externalServiceId: string | null;
  operation: string;
  errorType: string;
  place: string;
  requests: number;
  firstAt: string;
  lastAt: string;
  requestId: string;
}

const hourSeconds = 3_600;

const instant = (column: string) => `${databaseFunctions().schema}.as_instant(${column})`;

/** Sums the traffic by time and group, with the most requests first within each time. */
export function sumPartnerTraffic(
  query: Query,
  { from, to, externalServiceId }: TrafficRange,
  {
    bucket,
    groups,
    limit,
  }: { bucket: keyof typeof trafficBuckets; groups: readonly TrafficGroup[]; limit: number },
): Promise<TrafficSumRow[]> {
  const unit = trafficBuckets[bucket];
  const column = (group: TrafficGroup) =>
    groups.includes(group) ? `nullif(${trafficGroups[group]}::text, '')` : 'null';
  // By the hour itself, the index has the order of the result, so that reading ends at the limit.
  const time = { HOUR: 'hour', DAY: "date_trunc('day', hour, 'UTC')", WHOLE: 'null::timestamptz' }[bucket];
  const seconds = unit
    ? `${unit === 'day' ? 24 * hourSeconds : hourSeconds}`
    : 'greatest(extract(epoch from $2::timestamptz - $1::timestamptz), 1)';
  return query(
    `select ${instant(time)} as "startsAt",
       nullif(${column('SERVICE')}, '${noExternalService}') as "externalServiceId", ${column('OPERATION')} as operation,
       (${column('STATUS')})::int as status, ${column('ERROR_TYPE')} as "errorType",
       sum(requests::float8) as requests, coalesce(sum(requests::float8) filter (where status >= 400), 0) as refused,
       (sum(requests::float8) / ${seconds})::float8 as "perSecond",
       array[${perInterval((each) => `sum(${each}::float8)`)}] as latencies, ${instant('min(first_at)')} as "firstAt", ${instant('max(last_at)')} as "lastAt",
       (array_agg(request_id order by last_at desc))[1] as "requestId",
       (array_agg(sdk_version order by last_at desc) filter (where sdk_version is not null))[1] as "sdkVersion"
     from partner_traffic
     where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
       and ($3::uuid is null or external_service_id = $3)
     group by ${[time, ...groups.map((group) => trafficGroups[group])].join(', ')}
     having sum(requests) > 0
     order by ${time}, requests desc
     limit ${limit}`,
    [from, to, externalServiceId ?? null],
  );
}

/** Sums the faults by external service, operation, error type and place, most frequent first. */
export function sumPartnerFaults(
  query: Query,
  { from, to, externalServiceId }: TrafficRange,
  limit: number,
): Promise<FaultSumRow[]> {
  return query(
    `select nullif(external_service_id, '${noExternalService}') as "externalServiceId", operation, error_type as "errorType", place,
       sum(requests)::float8 as requests, ${instant('min(first_at)')} as "firstAt", ${instant('max(last_at)')} as "lastAt",
       (array_agg(request_id order by last_at desc))[1] as "requestId"
     from partner_faults
     where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
       and ($3::uuid is null or external_service_id = $3)
     group by external_service_id, operation, error_type, place
     order by requests desc, "lastAt" desc
     limit $4`,
    [from, to, externalServiceId ?? null, limit],
  );
}
