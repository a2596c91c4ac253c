import type { Query } from '../../connection/query.ts';
import { lastAttemptFailed } from '../../entities/webhook.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { firstId, lastId } from '../../id-parts.ts';

/**
 * Returns the id of the change of an external service with this sequence number. If it is no longer stored, returns
 * the id of the first later one. If no such change exists yet, returns the last possible id.
 *
 * Ids have the same order as sequence numbers and begin with a timestamp. So bisection finds the id with about forty
 * accesses to the primary key. An index on sequence numbers would make each change more expensive.
 */
export async function findIdOfSequence(
  query: Query,
  externalServiceId: string,
  sequence: number,
): Promise<string> {
  const { schema } = databaseFunctions();
  const [row] = await query<{ id: string | null }>(
    `with recursive edges as (
       select (select id from changes where external_service_id = $1 order by id limit 1) as first,
         (select id from changes where external_service_id = $1 order by id desc limit 1) as last
     ), halves (low, high) as (
       -- The time of the wanted one lies in low to high, or beyond all of them.
       select ${schema}.millis_of(first), ${schema}.millis_of(last) + 1 from edges where first is not null
       union all
       select case when is_later then middle else low end, case when is_later then high else middle end
       from halves, lateral (select (low + high + 1) / 2 as middle) m,
         lateral (select coalesce((
           select c.sequence <= $2 from changes c
           where c.external_service_id = $1 and c.id >= ${schema}.first_id_of(to_timestamp(middle / 1000.0)) order by c.id limit 1
         ), false) as is_later) at_middle
       where high - low > 1
     )
     select (
       select c.id from changes c
       where c.external_service_id = $1 and c.sequence >= $2
         and c.id >= (select ${schema}.first_id_of(to_timestamp(low / 1000.0)) from halves order by high - low limit 1)
       order by c.id limit 1
     ) as id`,
    [externalServiceId, sequence],
  );
  return row!.id ?? lastId;
}

/** Returns the least ids of the times at which a range begins and ends. An omitted time is unbounded. */
export async function findIdsOfTimes(
  query: Query,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ from: string; to: string }> {
  const least = `${databaseFunctions().schema}.first_id_of`;
  const [row] = await query<{ from: string; to: string }>(
    `select case when $1::text is null then '${firstId}' else ${least}($1::timestamptz) end as "from",
         case when $2::text is null then '${lastId}' else ${least}($2::timestamptz) end as "to"`,
    [from ?? null, to ?? null],
  );
  return row!;
}

/** Changes of an external service. */
export interface ChangeRange {
  externalServiceId: string;
  /** Ids, both inclusive. */
  from: string;
  to: string;
  toSequence?: number | undefined;
  /** Default: all types. */
  types?: readonly string[] | undefined;
  limit: number;
}

/** The changes that are sent again, in order. */
export interface RescheduledChanges {
  count: number;
  /** The last sequence number, or null if there are no changes. */
  lastSequence: number | null;
}

/**
 * Makes the first changes of a range due for an endpoint at an instant, as if they had never been sent. A delivery that
 * is being sent stays as it is.
 */
export async function scheduleDeliveries(
  query: Query,
  endpointId: string,
  dueAt: string,
  { externalServiceId, from, to, toSequence, types, limit }: ChangeRange,
): Promise<RescheduledChanges> {
  const [row] = await query<RescheduledChanges>(
    `with chosen as materialized (
       select id, sequence from changes
       where external_service_id = $2 and id >= $3 and id <= $4 and sequence <= coalesce($5, sequence)
         and ($6::text[] is null or type = any ($6))
       order by id limit $7
     ), made as (
       insert into webhook_deliveries as d (endpoint_id, id, due_at) select $1, id, $8 from chosen
       on conflict (endpoint_id, id) do update set due_at = excluded.due_at, attempts = 0, delivered_at = null
       where d.leased_until is null or d.leased_until <= excluded.due_at
     ), woken as (
       insert into webhook_wakes (endpoint_id) select $1 where exists (select from chosen)
     )
     select count(*)::int as count, max(sequence)::float8 as "lastSequence" from chosen`,
    [endpointId, externalServiceId, from, to, toSequence ?? null, types ?? null, limit, dueAt],
  );
  return row!;
}

/** Deliveries of an endpoint. */
export interface DeliveryRange {
  endpointId: string;
  /** Ids, `from` inclusive, `to` exclusive. */
  from: string;
  to: string;
}

const failedIn = `webhook_deliveries where endpoint_id = $1 and id >= $2 and id < $3 and ${lastAttemptFailed('')}`;

/** Counts the deliveries of a range whose last attempt failed, up to a limit. */
export async function countFailedDeliveries(
  query: Query,
  { endpointId, from, to }: DeliveryRange,
  limit: number,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from (select from ${failedIn} limit $4) d`,
    [endpointId, from, to, limit],
  );
  return row!.count;
}

/**
 * Makes the first deliveries of a range whose last attempt failed due at an instant, as if they had never been sent. One
 * that is being sent stays as it is. Returns their number.
 */
export async function scheduleFailedDeliveries(
  query: Query,
  { endpointId, from, to }: DeliveryRange,
  limit: number,
  dueAt: string,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `with chosen as materialized (
       select id from ${failedIn} and (leased_until is null or leased_until <= $5) order by id limit $4
     ), made as (
       update webhook_deliveries d set due_at = $5, attempts = 0 from chosen where d.endpoint_id = $1 and d.id = chosen.id
     ), woken as (
       insert into webhook_wakes (endpoint_id) select $1 where exists (select from chosen)
     )
     select count(*)::int as count from chosen`,
    [endpointId, from, to, limit, dueAt],
  );
  return row!.count;
}
