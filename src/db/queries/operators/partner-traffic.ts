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
  const columns = groups.map((group) => trafficGroups[group]);
  const key = [`${time} as time`, ...columns].join(', ');
  // The rows of an hour are few, and are read anyway.
  const sorted = (name: string) =>
    `(array_agg(${name} order by last_at desc) filter (where ${name} is not null))[1] as ${name}`;
  const inHour = bucket === 'HOUR' ? `, ${sorted('request_id')}, ${sorted('sdk_version')}` : '';
  const last = (name: string, at: string) =>
    bucket === 'HOUR' ? `g.${name}` : lastIn('partner_traffic', name, at, columns);
  return query(
    `select ${instant('g.time')} as "startsAt",
       nullif(${column('SERVICE')}, '${noExternalService}') as "externalServiceId", ${column('OPERATION')} as operation,
       (${column('STATUS')})::int as status, ${column('ERROR_TYPE')} as "errorType",
       requests, refused, (requests / ${seconds})::float8 as "perSecond", latencies, ${instant('g.first_at')} as "firstAt",
       ${instant('g.last_at')} as "lastAt", ${last('request_id', 'last_at')} as "requestId", ${last('sdk_version', 'sdk_at')} as "sdkVersion"
     from (
       select ${key}, sum(requests::float8) as requests, coalesce(sum(requests::float8) filter (where status >= 400), 0) as refused,
         array[${perInterval((each) => `sum(${each}::float8)`)}] as latencies, min(first_at) as first_at, max(last_at) as last_at,
         max(last_at) filter (where sdk_version is not null) as sdk_at${inHour}
       from partner_traffic
       where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
         and ($3::uuid is null or external_service_id = $3)
       group by ${[time, ...columns].join(', ')}
       having sum(requests) > 0
       order by ${time}, requests desc
       limit ${limit}
     ) g
     order by g.time, requests desc`,
    [from, to, externalServiceId ?? null],
  );
}

/**
 * The value in a column at the last time of a group `g`, which is in an hour of its own. Sorting the values of each group
 * took as long as everything else together (2026-11-28, 984,000 rows).
 */
function lastIn(table: string, column: string, at: string, columns: readonly string[]): string {
  const same = ['last_at', ...columns].map((name) => ` and t.${name} = g.${name === 'last_at' ? at : name}`);
  const which = `t.hour = date_trunc('hour', g.${at}, 'UTC')${same.join('')} and ($3::uuid is null or t.external_service_id = $3)`;
  return `(select t.${column} from ${table} t where ${which} and t.${column} is not null limit 1)`;
}

/** Sums the faults by external service, operation, error type and place, most frequent first. */
export function sumPartnerFaults(
  query: Query,
  { from, to, externalServiceId }: TrafficRange,
  limit: number,
): Promise<FaultSumRow[]> {
  const columns = ['external_service_id', 'operation', 'error_type', 'place'];
  return query(
    `select nullif(external_service_id, '${noExternalService}') as "externalServiceId", operation, error_type as "errorType", place,
       requests, ${instant('g.first_at')} as "firstAt", ${instant('g.last_at')} as "lastAt",
       ${lastIn('partner_faults', 'request_id', 'last_at', columns)} as "requestId"
     from (
       select ${columns.join(', ')}, sum(requests)::float8 as requests, min(first_at) as first_at, max(last_at) as last_at
       from partner_faults
       where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
         and ($3::uuid is null or external_service_id = $3)
       group by ${columns.join(', ')}
       order by requests desc, last_at desc
       limit $4
     ) g
     order by requests desc, last_at desc`,
    [from, to, externalServiceId ?? null, limit],
  );
}
