import type { Query } from '../../connection/query.ts';

/** Changes to be sequenced, webhooks to be sent, and the states of the endpoints. */
export interface Backlog {
  unnumberedChanges: number;
  oldestUnnumberedSeconds: number;
  pendingDeliveries: number;
  lateSeconds: number;
  activeEndpoints: number;
  failingEndpoints: number;
  /** The time for which the longest failing endpoint has been failing. */
  failingSeconds: number;
  pausedEndpoints: number;
}

// Counts are bounded, so that the cost does not grow with the backlog.
const mostChanges = 10_000;
const mostDeliveries = 100_000;

/** Returns the backlog at an instant. It runs one statement, using indexes. */
export async function countBacklog(query: Query, at: string): Promise<Backlog> {
  const [row] = await query<Backlog>(
    `select
       (select count(*)::int from (select from change_outbox limit ${mostChanges}) as o) as "unnumberedChanges",
       coalesce((
         select greatest(0, extract(epoch from $1::timestamptz - at)::float8) from change_outbox order by id limit 1
       ), 0) as "oldestUnnumberedSeconds",
       (
         select count(*)::int from (select from webhook_deliveries where due_at is not null limit ${mostDeliveries}) as d
       ) as "pendingDeliveries",
       coalesce((
         select greatest(0, extract(epoch from $1::timestamptz - min(due_at))::float8) from webhook_endpoints where due_at is not null
       ), 0) as "lateSeconds",
       count(*) filter (where paused_because is null and failures = 0)::int as "activeEndpoints",
       count(*) filter (where paused_because is null and failures > 0)::int as "failingEndpoints",
       coalesce(
         greatest(0, extract(epoch from $1::timestamptz - min(failing_since) filter (where paused_because is null))::float8), 0
       ) as "failingSeconds",
       count(*) filter (where paused_because is not null)::int as "pausedEndpoints"
     from webhook_endpoints`,
    [at],
  );
  return row!;
}
