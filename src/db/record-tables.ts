import { ApiError } from '../api-error.ts';
import type { Database } from './connection/database.ts';
import { millisOf } from './id-parts.ts';

/** A table of records that grows with traffic. It is partitioned by time, so that old records are dropped instead of deleted. */
export interface RecordTable {
  name: 'audit_events' | 'partner_requests' | 'changes' | 'webhook_deliveries';
  /** The time range of a partition. Records may be kept longer than configured by this time. */
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

/** Number of days for which records are kept. */
export interface Retention {
  /** Requests of partners. */
  partnerRequestDays: number;
  /** Audit events. */
  auditEventDays: number;
  /** Changes and webhook deliveries. */
  changeDays: number;
}

/** Returns each table with the number of days that its records are kept. */
export function retentionOf(retention: Retention): [RecordTable, number][] {
  return [
    [partnerRequests, retention.partnerRequestDays],
    [auditEvents, retention.auditEventDays],
    [changes, retention.changeDays],
    [webhookDeliveries, retention.changeDays],
  ];
}

/** Returns PostgreSQL's time or `now`, in Unix milliseconds. By a clock that is ahead, records would be deleted too early. */
export async function earlierTime({ query }: Pick<Database, 'query'>, now: number): Promise<number> {
  const [row] = await query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 as at', []);
  return Math.min(now, row!.at * 1_000);
}

/** Longer than any configuration allows. */
export const forEver = 100_000;

/**
 * Creates future partitions, and drops those whose records are all older than `daysKept`. If a table is in use, the
 * rest is done at the next call.
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
    // Each call makes one change. More changes than this limit would be a bug.
    for (let change = 0; change < 1_000; change += 1) {
      if ((await database.call('keep_partitions', values)) === null) return;
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'service_unavailable')) throw error;
  }
}

/**
 * Returns for each table how many seconds ago its oldest partition should have been dropped; 0 if none is overdue.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readOverduePartitions(
  database: Pick<Database, 'read'>,
  retention: Retention,
  now: number,
): Promise<Record<RecordTable['name'], number>> {
  // The default partition has no upper bound.
  const partitions = await database.read<{ table: string; until: string | null }>(
    'primary',
    `select p.relname as table, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)') as until
     from unnest($1::text[]) t join pg_class p on p.oid = t::regclass
       join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid`,
    [recordTables.map(({ name }) => name)],
  );
  const overdue = retentionOf(retention).map(([{ name }, daysKept]) => {
    const ends = partitions.flatMap(({ table, until }) =>
      table === name && until !== null ? [millisOf(until)] : [],
    );
    const keptFrom = now - daysKept * 24 * 60 * 60 * 1_000;
    return [name, Math.max(0, (keptFrom - Math.min(...ends)) / 1_000)];
  });
  return Object.fromEntries(overdue);
}
