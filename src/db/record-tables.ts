import { ApiError } from '../errors.ts';
import type { Database } from './database.ts';

/** A table of records that grows with traffic: partitioned by time, so that what is old is dropped, not deleted. */
export interface RecordTable {
  name: 'audit_events' | 'partner_requests' | 'changes' | 'webhook_deliveries';
  /** How much time a partition holds; by so much longer than promised a record may be kept. */
  unit: 'day' | 'month';
}

export const partnerRequests: RecordTable = { name: 'partner_requests', unit: 'day' };
export const auditEvents: RecordTable = { name: 'audit_events', unit: 'month' };
export const changes: RecordTable = { name: 'changes', unit: 'day' };
export const webhookDeliveries: RecordTable = { name: 'webhook_deliveries', unit: 'day' };
export const recordTables: readonly RecordTable[] = [
  partnerRequests,
  auditEvents,
  changes,
  webhookDeliveries,
];

/** More than any configuration allows. */
export const forEver = 100_000;

/**
 * Makes the partitions of the time ahead, and drops those whose records are all older than `daysKept`. Where a table is
 * in use just then, the rest is left for the next time.
 *
 * @param now Unix milliseconds
 */
export async function keepPartitions(
  database: Database,
  { name, unit }: RecordTable,
  daysKept: number,
  now: number,
): Promise<void> {
  const values = { table: name, unit, daysKept, now: new Date(now).toISOString() };
  try {
    // One change a call; more than that many at once would be a fault.
    for (let change = 0; change < 1_000; change += 1) {
      if ((await database.call('keep_partitions', values)) === null) return;
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'service_unavailable')) throw error;
  }
}
