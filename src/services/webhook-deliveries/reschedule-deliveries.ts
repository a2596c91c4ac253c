import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import type { ServiceContext } from '../service-context.ts';

/** Which changes of the external service. */
interface Range {
  /** Ids; they are within. */
  from: string;
  to: string;
  toSequence?: number | undefined;
  /** Only those of the types of the endpoint. */
  ofItsTypes: boolean;
  limit: number;
}

/** The changes that are sent, in their order. */
export interface SentAnew {
  count: number;
  /** The sequence of the last of them; null where there is none. */
  lastSequence: number | null;
}

/**
 * Has changes sent to an endpoint as if they had never been: the oldest of a range. Of a paused endpoint they wait until it is
 * resumed; one that is being sent just then is sent once. The endpoint must be locked.
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
