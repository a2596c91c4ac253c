import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import { latencyBounds } from '../../db/entities/partner-traffic.ts';
import {
  type FaultSumRow,
  sumPartnerFaults,
  sumPartnerTraffic,
  type TrafficBucket,
  type TrafficGroup,
  type TrafficRange,
  type TrafficSumRow,
} from '../../db/queries/operators/partner-traffic.ts';
import type { ErrorType } from '../../errors.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { PartnerOperation } from './partner-operations.generated.ts';
import type { noOperation } from './partner-request-record.ts';

type RecordedOperation = PartnerOperation | typeof noOperation;

export interface TrafficQuery extends TrafficRange {
  bucket: TrafficBucket;
  groupBy: readonly TrafficGroup[];
}

/** The traffic of one group in one time bucket. Columns that are not grouped by are null. */
export interface TrafficRow extends Omit<TrafficSumRow, 'latencies'> {
  /** The start of the hour or day, in UTC. Null for a single bucket. */
  startsAt: string | null;
  /** Also null for requests without a valid token. */
  externalServiceId: string | null;
  operation: RecordedOperation | null;
  errorType: ErrorType | null;
  /** Rejected or failed requests: status 400 and above. */
  refused: number;
  /** Requests per second, over the requested range or the bucket. */
  perSecond: number;
  /** Milliseconds, estimated from the bounds of the histogram. */
  p50: number;
  p95: number;
}

export interface FaultRow extends FaultSumRow {
  operation: RecordedOperation;
  errorType: ErrorType;
}

export const mostTrafficRows = 2_000;

/**
 * Returns the partners' traffic by time and group, with the most requests first within each time.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function readPartnerTraffic(
  database: Database,
  _operator: SignedIn,
  { bucket, groupBy, ...range }: TrafficQuery,
): Promise<TrafficRow[]> {
  const groups = [...new Set(groupBy)];
  const rows = await sumPartnerTraffic(onReplica(database), range, {
    bucket,
    groups,
    limit: mostTrafficRows,
  });
  return (rows as (TrafficRow & Pick<TrafficSumRow, 'latencies'>)[]).map(({ latencies, ...row }) => ({
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
  _operator: SignedIn,
  range: TrafficRange,
  most: number,
): Promise<FaultRow[]> {
  return (await sumPartnerFaults(onReplica(database), range, most)) as FaultRow[];
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
