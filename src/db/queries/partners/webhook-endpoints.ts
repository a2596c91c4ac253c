import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';

/** A query for the webhook endpoints of an external service, in the partner's view: rows of `endpoint`. */
export function selectWebhookEndpoints(externalServiceId: string): Sql {
  return sql`select ${sql.raw(`${databaseFunctions().schema}.webhook_endpoint_snapshot(e)`)} as endpoint
    from webhook_endpoints e where e.external_service_id = ${externalServiceId} order by e.id`;
}
