import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { WebhookEndpoint } from '../../db/entities/webhook.ts';
import { type EndpointManager, serviceOf } from './by-partner.ts';

/**
 * Finds an endpoint and locks it for a change, before any of its deliveries. Senders use the same order.
 *
 * @param by a partner finds only its own
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export async function findWebhookEndpoint(
  em: SqlEntityManager,
  id: string,
  createError: ErrorFactory<'webhook_endpoint_not_found'>,
  by?: EndpointManager,
): Promise<WebhookEndpoint> {
  const externalServiceId = by && serviceOf(by);
  const own = externalServiceId === undefined ? {} : { externalService: externalServiceId };
  const endpoint = await em.findOne(
    WebhookEndpoint,
    { id, ...own },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!endpoint) throw createError('webhook_endpoint_not_found');
  return endpoint;
}
