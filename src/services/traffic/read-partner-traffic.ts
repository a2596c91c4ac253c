import type { Database } from '../../db/connection/database.ts';
import { latencyBounds, noExternalService } from '../../db/entities/partner-traffic.ts';
import { type ErrorType, refusals } from '../../errors.ts';
import type { noOperation, PartnerOperation } from './partner-operations.ts';

type RecordedOperation = PartnerOperation | typeof noOperation;

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

export interface TrafficQuery {
  /** Instants. `from` is rounded down to the hour, and an hour that begins before `to` counts as a whole. */
  from: string;
  to: string;
  bucket: keyof typeof trafficBuckets;
  groupBy: readonly TrafficGroup[];
  externalServiceId?: string | undefined;
}

/** The traffic of one group in one time bucket. Columns that are not grouped by are null. */
export interface TrafficRow {
  /** The start of the hour or day, in UTC. Null for a single bucket. */
  startsAt: string | null;
  /** Also null for requests without a valid token. */
  externalServiceId: string | null;
  operation: RecordedOperation | null;
  status: number | null;
  errorType: ErrorType | null;
  requests: number;
  /** Rejected or failed requests: status 400 and above. */
  refused: number;
  /** Requests per second, over the requested range or the bucket. */
  perSecond: number;
  /** Milliseconds, estimated from the bounds of the histogram. */
  p50: number;
  p95: number;
  firstAt: string;
  lastAt: string;
  requestId: string;
  sdkVersion: string | null;
}

export interface FaultRow {
  externalServiceId: string | null;
  operation: RecordedOperation;
  errorType: ErrorType;
  place: string;
  requests: number;
  firstAt: string;
  lastAt: string;
  requestId: string;
}

export const readPartnerTrafficErrors = ['invalid_filter_time_range'] as const;
const refuse = refusals(readPartnerTrafficErrors);

const mostRows = 2_000;
const hourSeconds = 3_600;

/**
 * Returns the partners' traffic by time and group, with the most requests first within each time.
 *
 * @throws ApiError `invalid_filter_time_range`: reversed or empty; `service_unavailable`.
 */
export async function readPartnerTraffic(
  database: Database,
  { from, to, bucket, groupBy, externalServiceId }: TrafficQuery,
): Promise<TrafficRow[]> {
  checkRange(from, to);
  const unit = trafficBuckets[bucket];
  const groups = [...new Set(groupBy)];
  const column = (group: TrafficGroup) =>
    groups.includes(group) ? `nullif(${trafficGroups[group]}::text, '')` : 'null';
  const time = unit ? `date_trunc('${unit}', hour, 'UTC')` : 'null::timestamptz';
  const seconds = unit
    ? `${unit === 'day' ? 24 * hourSeconds : hourSeconds}`
    : 'greatest(extract(epoch from $2::timestamptz - $1::timestamptz), 1)';
  const rows = await database.read<Omit<TrafficRow, 'p50' | 'p95'> & { latencies: number[] }>(
    'replica',
    `select ${time} as "startsAt",
       nullif(${column('SERVICE')}, '${noExternalService}') as "externalServiceId", ${column('OPERATION')} as operation,
       (${column('STATUS')})::int as status, ${column('ERROR_TYPE')} as "errorType",
       sum(requests)::float8 as requests, coalesce(sum(requests) filter (where status >= 400), 0)::float8 as refused,
       (sum(requests) / ${seconds})::float8 as "perSecond",
       array[${latencySums()}]::float8[] as latencies, min(first_at) as "firstAt", max(last_at) as "lastAt",
       (array_agg(request_id order by last_at desc))[1] as "requestId",
       (array_agg(sdk_version order by last_at desc) filter (where sdk_version is not null))[1] as "sdkVersion"
     from partner_traffic
     where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
       and ($3::uuid is null or external_service_id = $3)
     group by ${[1, ...groups.map((group) => trafficGroups[group])].join(', ')}
     order by 1 nulls first, requests desc
     limit ${mostRows}`,
    [from, to, externalServiceId ?? null],
  );
  return rows.map(({ latencies, ...row }) => ({
    ...row,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
  }));
}

/**
 * Returns the faults of the partners' requests and their places, most frequent first.
 *
 * @throws ApiError as `readPartnerTraffic`
 */
export async function readPartnerFaults(
  database: Database,
  { from, to, externalServiceId }: Pick<TrafficQuery, 'from' | 'to' | 'externalServiceId'>,
  most: number,
): Promise<FaultRow[]> {
  checkRange(from, to);
  return database.read<FaultRow>(
    'replica',
    `select nullif(external_service_id, '${noExternalService}') as "externalServiceId", operation, error_type as "errorType", place,
       sum(requests)::float8 as requests, min(first_at) as "firstAt", max(last_at) as "lastAt",
       (array_agg(request_id order by last_at desc))[1] as "requestId"
     from partner_faults
     where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2
       and ($3::uuid is null or external_service_id = $3)
     group by external_service_id, operation, error_type, place
     order by requests desc, "lastAt" desc
     limit $4`,
    [from, to, externalServiceId ?? null, most],
  );
}

function checkRange(from: string, to: string): void {
  if (Date.parse(to) <= Date.parse(from)) throw refuse('invalid_filter_time_range');
}

/** Sums the histograms of all rows of a group. */
function latencySums(): string {
  return Array.from(
    { length: latencyBounds.length + 1 },
    (_, bucket) => `sum(latencies[${bucket + 1}])`,
  ).join(', ');
}

/**
 * Returns the value below which this share lies, interpolated linearly within its bucket. Beyond the last bound it
 * returns that bound.
 */
export function quantile(counts: readonly number[], share: number): number {
  const rank = share * counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    const upper = latencyBounds[bucket];
    if (below + count >= rank && count > 0) {
      const lower = latencyBounds[bucket - 1] ?? 0;
      if (upper === undefined) return lower;
      return Math.round((lower + ((upper - lower) * (rank - below)) / count) * 100) / 100;
    }
    below += count;
  }
  return 0;
}
