import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ChangeType } from '../changes/change-types.ts';
import type { ServiceContext } from '../service-context.ts';

export const endpointStatuses = ['ACTIVE', 'PAUSED'] as const;

/** An endpoint as its external service reads it. Instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface ReadWebhookEndpoint {
  id: string;
  url: string;
  types: ChangeType[];
  status: (typeof endpointStatuses)[number];
  lastSuccessAt?: string;
  lastFailureAt?: string;
}

/** SQL expression for a `ReadWebhookEndpoint`. It needs the endpoint as `e`. */
export function readWebhookEndpoint(): string {
  return `${databaseFunctions().schema}.webhook_endpoint_snapshot(e)`;
}

export async function readWebhookEndpointOf(
  em: SqlEntityManager,
  { database }: ServiceContext,
  id: string,
): Promise<ReadWebhookEndpoint> {
  await em.flush();
  const [row] = await inTransaction(database, em).query<{ endpoint: ReadWebhookEndpoint }>(
    `select ${readWebhookEndpoint()} as endpoint from webhook_endpoints e where e.id = $1`,
    [id],
  );
  return row!.endpoint;
}

/**
 * Notifies the external service of an endpoint that it was paused or resumed, with its current state, in the same
 * transaction.
 */
export async function announceWebhookEndpoint(
  em: SqlEntityManager,
  context: ServiceContext,
  administrator: Administrator,
  type: 'webhook_endpoint.paused' | 'webhook_endpoint.resumed',
  { id, externalService }: WebhookEndpoint,
): Promise<void> {
  await appendChange(em, context, administrator, {
    type,
    subjectId: id,
    data: await readWebhookEndpointOf(em, context, id),
    audience: { externalServiceId: externalService.id },
  });
}
