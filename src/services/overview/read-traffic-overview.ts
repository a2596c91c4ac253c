import type { Database } from '../../db/connection/database.ts';
import { latencyBounds, noExternalService } from '../../db/entities/partner-traffic.ts';
import { quantile } from '../traffic/read-partner-traffic.ts';
import type { OverviewPeriod } from './overview-period.ts';

/** The traffic of all partners or of a part. */
export interface TrafficSum {
  requests: number;
  /** Rejected or failed requests: status 400 and above. */
  refused: number;
  /** Milliseconds, estimated from the bounds of the histogram. */
  p50: number;
  p95: number;
}

export interface PartnerTrafficSum extends TrafficSum {
  /** `noExternalService` for requests without a valid token. */
  externalServiceId: string;
  /** Null for requests without a valid token. */
  name: string | null;
  /** For each hour or day of the period. */
  inTime: readonly Pick<TrafficSum, 'requests' | 'refused'>[];
}

export interface TrafficOverview {
  whole: TrafficSum;
  inTime: readonly Pick<TrafficSum, 'requests' | 'refused'>[];
  /** Most requests first, at most `mostPartners`. */
  partners: readonly PartnerTrafficSum[];
  hasMorePartners: boolean;
  /** Most frequent first. */
  errorTypes: readonly { errorType: string; requests: number }[];
  /** Slowest first, by the 95th percentile. */
  operations: readonly (TrafficSum & { operation: string })[];
}

export const mostPartners = 12;
const mostErrorTypes = 10;
const mostOperations = 10;

type Sums = Pick<TrafficSum, 'requests' | 'refused'> & { latencies: number[] };

const latencySums = Array.from(
  { length: latencyBounds.length + 1 },
  (_, bucket) => `sum(latencies[${bucket + 1}]::float8)`,
).join(', ');

/**
 * The sums of the days that are already aggregated, and of the hours after them.
 *
 * `$1`, `$2`: from, to. `$3`: the end of the aggregated days. It is bound as a value, so that the planner knows how
 * few hours remain and does not read them all. A period in hours reads hours only.
 */
const sums = ({ unit }: OverviewPeriod) => {
  const columns = 'external_service_id, operation, status, error_type, requests, latencies';
  const hours = `select hour as at, ${columns} from partner_traffic
    where hour >= $3::timestamptz and hour < $2::timestamptz`;
  return unit === 'hour'
    ? `${hours} and hour >= $1::timestamptz`
    : `select day as at, ${columns} from partner_traffic_days where day >= $1::timestamptz and day < $3::timestamptz
       union all ${hours}`;
};

/** Returns the end of the aggregated days in the period, or its start if no day is aggregated. */
async function addedUpUntil(
  database: Pick<Database, 'read'>,
  { unit, from, to }: OverviewPeriod,
): Promise<string> {
  if (unit === 'hour') return from;
  const [row] = await database.read<{ until: string }>(
    'replica',
    `select to_char(greatest($1::timestamptz, max(day) + interval '24 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
     from partner_traffic_days where day < $2::timestamptz`,
    [from, to],
  );
  return row!.until;
}

const refused = 'coalesce(sum(requests::float8) filter (where status >= 400), 0)';

/**
 * Returns the partners' traffic in a period. It runs two or three statements, whose cost depends on the number of
 * hours or days, not on the amount of traffic.
 *
 * @throws ApiError `service_unavailable`
 */
export async function readTrafficOverview(
  database: Pick<Database, 'read'>,
  period: OverviewPeriod,
): Promise<TrafficOverview> {
  const until = await addedUpUntil(database, period);
  const groups = await database.read<
    Sums & { operation: string | null; errorType: string | null; externalServiceId: string | null }
  >(
    'replica',
    `select operation, error_type as "errorType", external_service_id as "externalServiceId",
       sum(requests::float8) as requests, ${refused} as refused, array[${latencySums}]::float8[] as latencies
     from (${sums(period)}) as t
     group by grouping sets ((), (operation), (error_type), (external_service_id))`,
    [period.from, period.to, until],
  );
  const toSum = ({ requests, refused, latencies }: Sums): TrafficSum => ({
    requests,
    refused,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
  });
  const isWhole = (row: (typeof groups)[number]) =>
    row.operation === null && row.errorType === null && row.externalServiceId === null;
  const whole = groups.find(isWhole);
  const services = groups
    .flatMap((row) => (row.externalServiceId === null ? [] : [{ ...row, id: row.externalServiceId }]))
    .sort((one, other) => other.requests - one.requests || one.id.localeCompare(other.id));
  const shown = services.slice(0, mostPartners);
  const inTime = await readInTime(
    database,
    period,
    until,
    shown.map(({ id }) => id),
  );
  return {
    whole: whole?.requests ? toSum(whole) : { requests: 0, refused: 0, p50: 0, p95: 0 },
    inTime: inTime.whole,
    partners: shown.map((row) => ({
      externalServiceId: row.id,
      ...toSum(row),
      name: inTime.names.get(row.id) ?? null,
      inTime: inTime.of(row.id),
    })),
    hasMorePartners: services.length > shown.length,
    errorTypes: groups
      .flatMap(({ errorType, requests }) => (errorType ? [{ errorType, requests }] : []))
      .sort((one, other) => other.requests - one.requests)
      .slice(0, mostErrorTypes),
    operations: groups
      .flatMap((row) => (row.operation === null ? [] : [{ operation: row.operation, ...toSum(row) }]))
      .sort((one, other) => other.p95 - one.p95 || other.requests - one.requests)
      .slice(0, mostOperations),
  };
}

/** Returns the traffic by hour or day: the total, and that of each given external service, with their names. */
async function readInTime(
  database: Pick<Database, 'read'>,
  period: OverviewPeriod,
  until: string,
  ids: readonly string[],
) {
  const rows = await database.read<{
    id: string | null;
    name: string | null;
    at: string;
    requests: number;
    refused: number;
  }>(
    'replica',
    `select g.id, s.name, g.at, g.requests, g.refused
     from (
       select case when external_service_id = any ($4::uuid[]) then external_service_id end as id,
         to_char(date_trunc('${period.unit}', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as at,
         sum(requests::float8) as requests, ${refused} as refused
       from (${sums(period)}) as t
       group by 1, 2
     ) as g left join external_services s on s.id = g.id`,
    [period.from, period.to, until, ids],
  );
  const places = new Map(period.starts.map((start, place) => [start, place]));
  const empty = () => period.starts.map(() => ({ requests: 0, refused: 0 }));
  const whole = empty();
  const byId = new Map(ids.map((id) => [id, empty()]));
  const names = new Map<string, string>();
  for (const { id, name, at, requests, refused: failed } of rows) {
    const place = places.get(at)!;
    whole[place] = {
      requests: whole[place]!.requests + requests,
      refused: whole[place]!.refused + failed,
    };
    if (id === null) continue;
    byId.get(id)![place] = { requests, refused: failed };
    if (id !== noExternalService && name !== null) names.set(id, name);
  }
  return { whole, names, of: (id: string) => byId.get(id)! };
}
