import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { queryIn } from '../../db/connection/query.ts';
import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import {
  readWebhookEndpoint,
  type WebhookEndpointSnapshot,
} from '../../db/queries/partners/webhook-endpoints.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { appendChange, type By } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';

export const endpointStatuses = ['ACTIVE', 'PAUSED'] as const;

/** An endpoint as its external service reads it. */
export interface ReadWebhookEndpoint extends WebhookEndpointSnapshot {
  types: ChangeType[];
  status: (typeof endpointStatuses)[number];
}

export async function readWebhookEndpointOf(
  em: SqlEntityManager,
  id: string,
): Promise<WebhookEndpointSnapshot> {
  await em.flush();
  return readWebhookEndpoint(queryIn(em), id);
}

/**
 * Notifies the external service of an endpoint that it was paused or resumed, with its current state, in the same
 * transaction.
 */
export async function announceWebhookEndpoint(
  em: SqlEntityManager,
  context: ServiceContext,
  by: By,
  type: 'webhook_endpoint.paused' | 'webhook_endpoint.resumed',
  { id, externalService }: WebhookEndpoint,
): Promise<void> {
  await appendChange(em, context, by, {
    type,
    subjectId: id,
    data: await readWebhookEndpointOf(em, id),
    audience: { externalServiceId: externalService.id },
  });
}
