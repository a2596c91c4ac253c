import { sql } from 'kysely';
import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';

/** A webhook endpoint in the view of its external service. Instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface WebhookEndpointSnapshot {
  id: string;
  url: string;
  types: string[];
  status: string;
  lastSuccessAt?: string;
  lastFailureAt?: string;
}

/** A query for the webhook endpoints of an external service, in the partner's view: rows of `endpoint`. */
export function selectWebhookEndpoints(externalServiceId: string): Sql {
  return sql`select ${sql.raw(snapshot())} as endpoint
    from webhook_endpoints e where e.external_service_id = ${externalServiceId} order by e.id`;
}

/** Returns an existing webhook endpoint. */
export async function readWebhookEndpoint(query: Query, id: string): Promise<WebhookEndpointSnapshot> {
  const [row] = await query<{ endpoint: WebhookEndpointSnapshot }>(
    `select ${snapshot()} as endpoint from webhook_endpoints e where e.id = $1`,
    [id],
  );
  return row!.endpoint;
}

function snapshot(): string {
  return `${databaseFunctions().schema}.webhook_endpoint_snapshot(e)`;
}
