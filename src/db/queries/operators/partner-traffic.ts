import type { Query } from '../../connection/query.ts';
import { noExternalService, perInterval } from '../../entities/partner-traffic.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { findSummedUntil, summedTables, sumsBetween, wholeDaysIn } from '../traffic-by-day.ts';

/** The groupings of traffic, with their columns. */
export const trafficGroups = {
  SERVICE: 'external_service_id',
  OPERATION: 'operation',
  STATUS: 'status',
  ERROR_TYPE: 'error_type',
} as const;
export type TrafficGroup = keyof typeof trafficGroups;

/** The time of a row. `WHOLE`: the whole range. */
export type TrafficBucket = 'HOUR' | 'DAY' | 'WHOLE';

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

export interface FaultSumRow
  extends Pick<TrafficSumRow, 'externalServiceId' | 'requests' | 'firstAt' | 'lastAt' | 'requestId'> {
  operation: string;
  errorType: string;
  place: string;
}

const instant = (column: string) => `${databaseFunctions().schema}.as_instant(${column})`;

/** Sums the traffic by time and group, with the most requests first within each time. */
export async function sumPartnerTraffic(
  query: Query,
  { from, to, externalServiceId }: TrafficRange,
  { bucket, groups, limit }: { bucket: TrafficBucket; groups: readonly TrafficGroup[]; limit: number },
): Promise<TrafficSumRow[]> {
  const column = (group: TrafficGroup) =>
    groups.includes(group) ? `nullif(${trafficGroups[group]}::text, '')` : 'null';
  const time = { HOUR: 'at', DAY: "date_trunc('day', at, 'UTC')", WHOLE: 'null::timestamptz' }[bucket];
  // Those of the hours that are counted.
  const whole =
    "extract(epoch from date_trunc('hour', $2::timestamptz + interval '1 hour - 1 microsecond', 'UTC') - date_trunc('hour', $1::timestamptz, 'UTC'))";
  const seconds = { HOUR: '3600', DAY: '86400', WHOLE: whole }[bucket];
  const columns = groups.map((group) => trafficGroups[group]);
  const key = [`${time} as time`, ...columns].join(', ');
  const isByHour = bucket === 'HOUR';
  const days = isByHour ? [] : wholeDaysIn({ from, to }, await findSummedUntil(query, 'partner_traffic'));
  // By the hour itself, the index has the order of the result, so that reading ends at the limit.
  const hours = `(select hour as at, * from partner_traffic where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2) t`;
  // The rows of an hour are few, and are read anyway.
  const sorted = (name: string) =>
    `(array_agg(${name} order by last_at desc) filter (where ${name} is not null))[1] as ${name}`;
  const own = isByHour ? `${sorted('request_id')}, ${sorted('sdk_version')}` : 'max(sdk_at) as sdk_at';
  const last = (name: string, at: string) =>
    isByHour ? `g.${name}` : lastIn('partner_traffic', name, at, columns);
  return query(
    `select ${instant('g.time')} as "startsAt",
       nullif(${column('SERVICE')}, '${noExternalService}') as "externalServiceId", ${column('OPERATION')} as operation,
       (${column('STATUS')})::int as status, ${column('ERROR_TYPE')} as "errorType",
       requests, refused, (requests / ${seconds})::float8 as "perSecond", latencies, ${instant('g.first_at')} as "firstAt",
       ${instant('g.last_at')} as "lastAt", ${last('request_id', 'last_at')} as "requestId", ${last('sdk_version', 'sdk_at')} as "sdkVersion"
     from (
       select ${key}, sum(requests::float8) as requests, coalesce(sum(requests::float8) filter (where status >= 400), 0) as refused,
         array[${perInterval((each) => `sum(${each}::float8)`)}] as latencies, min(first_at) as first_at, max(last_at) as last_at, ${own}
       from ${isByHour ? hours : sumsBetween('partner_traffic', '$4', '$5')}
       where $3::uuid is null or external_service_id = $3
       group by ${[time, ...columns].join(', ')}
       having sum(requests) > 0
       order by ${time}, requests desc
       limit ${limit}
     ) g
     order by g.time, requests desc`,
    [from, to, externalServiceId ?? null, ...days],
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
export async function sumPartnerFaults(
  query: Query,
  { from, to, externalServiceId }: TrafficRange,
  limit: number,
): Promise<FaultSumRow[]> {
  const columns = summedTables.partner_faults.keys;
  const days = wholeDaysIn({ from, to }, await findSummedUntil(query, 'partner_faults'));
  return query(
    `select nullif(external_service_id, '${noExternalService}') as "externalServiceId", operation, error_type as "errorType", place,
       requests, ${instant('g.first_at')} as "firstAt", ${instant('g.last_at')} as "lastAt",
       ${lastIn('partner_faults', 'request_id', 'last_at', columns)} as "requestId"
     from (
       select ${columns.join(', ')}, sum(requests::float8) as requests, min(first_at) as first_at, max(last_at) as last_at
       from ${sumsBetween('partner_faults', '$5', '$6')}
       where $3::uuid is null or external_service_id = $3
       group by ${columns.join(', ')}
       order by requests desc, last_at desc
       limit $4
     ) g
     order by requests desc, last_at desc`,
    [from, to, externalServiceId ?? null, limit, ...days],
  );
}
