import type { Database } from '../../db/connection/database.ts';
import { onReplica, type Query } from '../../db/connection/query.ts';
import { noExternalService } from '../../db/entities/partner-traffic.ts';
import {
  sumTrafficByGroup,
  sumTrafficByTime,
  type TrafficGroupRow,
} from '../../db/queries/overview/traffic.ts';
import { findSummedUntil } from '../../db/queries/traffic-by-day.ts';
import { quantile } from '../traffic/read-partner-traffic.ts';
import { type OverviewPeriod, weekBefore } from './overview-period.ts';

/** The traffic of all partners or of a part. */
export interface TrafficSum {
  requests: number;
  /** Rejected or failed requests: status 400 and above. */
  rejected: number;
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
  inTime: readonly Pick<TrafficSum, 'requests' | 'rejected'>[];
  /** The requests in the same hours or days a week before. Undefined in a longer period. */
  before: readonly number[] | undefined;
}

export interface TrafficOverview {
  whole: TrafficSum;
  inTime: readonly Pick<TrafficSum, 'requests' | 'rejected'>[];
  /** As for each partner. */
  before: readonly number[] | undefined;
  /** Those that stopped sending first, then those with the most rejected requests, at most `mostPartners`. */
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

/**
 * Returns the partners' traffic in a period. It runs three to five statements, whose cost depends on the number of
 * hours or days, not on the amount of traffic.
 *
 * @throws ApiError `service_unavailable`
 */
export async function readTrafficOverview(
  database: Pick<Database, 'read'>,
  period: OverviewPeriod,
): Promise<TrafficOverview> {
  const query = onReplica(database);
  // A period in hours shows hours, also of whole days.
  const until = period.unit === 'hour' ? 0 : await findSummedUntil(query, 'partner_traffic');
  const groups = await sumTrafficByGroup(query, period, until);
  const toSum = ({ requests, rejected, latencies }: TrafficGroupRow): TrafficSum => ({
    requests,
    rejected,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
  });
  const isWhole = (row: TrafficGroupRow) =>
    row.operation === null && row.errorType === null && row.externalServiceId === null;
  const whole = groups.find(isWhole);
  const sending = groups
    .flatMap((row) => (row.externalServiceId === null ? [] : [{ ...row, id: row.externalServiceId }]))
    .sort(
      (one, other) =>
        other.rejected - one.rejected || other.requests - one.requests || one.id.localeCompare(other.id),
    );
  const earlier = weekBefore(period);
  const stopped = earlier ? await readStopped(query, earlier, until, sending) : [];
  const services = [...stopped, ...sending];
  const shown = services.slice(0, mostPartners);
  const ids = shown.map(({ id }) => id);
  const inTime = await readInTime(query, period, until, ids);
  const before = earlier && (await readInTime(query, earlier, until, ids));
  const requestsOf = (sums: TrafficOverview['inTime'] | undefined) => sums?.map(({ requests }) => requests);
  return {
    whole: whole?.requests ? toSum(whole) : { requests: 0, rejected: 0, p50: 0, p95: 0 },
    inTime: inTime.whole,
    before: requestsOf(before?.whole),
    partners: shown.map((row) => ({
      externalServiceId: row.id,
      ...toSum(row),
      name: inTime.names.get(row.id) ?? before?.names.get(row.id) ?? null,
      inTime: inTime.of(row.id),
      before: requestsOf(before?.of(row.id)),
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

/**
 * Returns the partners that sent requests a week before and are not `sending`, most requests first. The current hour or
 * day is left out, because it is not over.
 */
async function readStopped(query: Query, period: OverviewPeriod, until: number, sending: { id: string }[]) {
  const sent = new Set(sending.map(({ id }) => id));
  const compared = { ...period, to: period.starts.at(-1)! };
  const groups = await sumTrafficByGroup(query, compared, until);
  return groups
    .toSorted((one, other) => other.requests - one.requests)
    .flatMap((row) => {
      const id = row.externalServiceId;
      return id === null || id === noExternalService || sent.has(id)
        ? []
        : [{ ...row, id, requests: 0, rejected: 0, latencies: [] }];
    });
}

/** Returns the traffic by hour or day: the total, and that of each given external service, with their names. */
async function readInTime(query: Query, period: OverviewPeriod, until: number, ids: readonly string[]) {
  const rows = await sumTrafficByTime(query, period, until, ids);
  const indexes = new Map(period.starts.map((start, index) => [start, index]));
  const empty = () => period.starts.map(() => ({ requests: 0, rejected: 0 }));
  const whole = empty();
  const byId = new Map(ids.map((id) => [id, empty()]));
  const names = new Map<string, string>();
  for (const { id, name, at, requests, rejected } of rows) {
    const index = indexes.get(at)!;
    whole[index] = {
      requests: whole[index]!.requests + requests,
      rejected: whole[index]!.rejected + rejected,
    };
    if (id === null) continue;
    byId.get(id)![index] = { requests, rejected };
    if (id !== noExternalService && name !== null) names.set(id, name);
  }
  return { whole, names, of: (id: string) => byId.get(id)! };
}
