import { sql } from 'kysely';
import type { FormerAttempt } from '../../entities/webhook.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { type WebhookDeliveryFilter, webhookDeliveryList } from '../operators/lists.ts';
import { allOf, type Sql } from '../statement.ts';

/**
 * A query for the deliveries of a webhook endpoint that operators find by the same filter, newest change first: rows of
 * `WebhookDeliveryRow`. It returns no row if the external service has no such endpoint, and one row of nulls if none of its
 * deliveries matches. `before`: the id of a change.
 */
export function selectWebhookDeliveries(
  externalServiceId: string,
  filter: WebhookDeliveryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Sql {
  const conditions = [
    ...webhookDeliveryList(filter).conditions,
    ...(before === undefined ? [] : [sql`t.id < ${before}`]),
  ];
  return sql`select ${columns()} from webhook_endpoints e
    left join lateral (
      select t.* from webhook_deliveries t where ${allOf(conditions)} order by t.id desc limit ${limit}
    ) d on true
    left join changes c on c.external_service_id = e.external_service_id and c.id = d.id
    where e.id = ${filter.webhookEndpointId} and e.external_service_id = ${externalServiceId}
    order by d.id desc`;
}

/** A delivery. Instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface WebhookDeliveryRow {
  id: string;
  /** Those of the change; null if it is no longer stored. */
  type: string | null;
  sequence: number | null;
  dueAt: string | null;
  deliveredAt: string | null;
  lastAttemptAt: string | null;
  lastStatus: number | null;
  lastMilliseconds: number | null;
  lastError: string | null;
  lastAnswer: string | null;
  formerAttempts: readonly FormerAttempt[] | null;
}

function columns(): Sql {
  const instant = (column: string) => sql.raw(`${databaseFunctions().schema}.as_instant(d.${column})`);
  return sql`d.id, c.type, c.sequence::float8 as sequence, ${instant('due_at')} as "dueAt",
    ${instant('delivered_at')} as "deliveredAt", ${instant('last_attempt_at')} as "lastAttemptAt",
    d.last_status as "lastStatus", d.last_milliseconds as "lastMilliseconds", d.last_error as "lastError",
    d.last_answer as "lastAnswer", d.former_attempts as "formerAttempts"`;
}
