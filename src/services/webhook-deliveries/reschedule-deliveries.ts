import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import type { ServiceContext } from '../service-context.ts';

/** The changes of the external service to send again. */
interface Range {
  /** Ids, both inclusive. */
  from: string;
  to: string;
  toSequence?: number | undefined;
  ofItsTypes: boolean;
  limit: number;
}

/** The changes that are sent again, in order. */
export interface SentAnew {
  count: number;
  /** The last sequence number, or null if there are no changes. */
  lastSequence: number | null;
}

/**
 * Schedules changes for an endpoint as if they had never been sent, beginning with the oldest of a range. For a paused
 * endpoint they stay queued until it is resumed. A change that is currently being sent is sent only once. The endpoint
 * must be locked.
 */
export async function rescheduleDeliveries(
  em: SqlEntityManager,
  { database, now }: ServiceContext,
  endpoint: WebhookEndpoint,
  { from, to, toSequence, ofItsTypes, limit }: Range,
): Promise<SentAnew> {
  const [row] = await inTransaction(database, em).query<SentAnew>(
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
    [
      endpoint.id,
      endpoint.externalService.id,
      from,
      to,
      toSequence ?? null,
      ofItsTypes ? endpoint.types : null,
      limit,
      new Date(now()).toISOString(),
    ],
  );
  return row!;
}
