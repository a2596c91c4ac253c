import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import { announceWebhookEndpoint } from './read-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';

export const WebhookEndpointIdInput = z.strictObject({ webhookEndpointId: uuid() });

export const pauseWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(pauseWebhookEndpointErrors);

/**
 * Pauses an endpoint until it is resumed. An endpoint that was paused because of failures is no longer retried,
 * either. Changes stay queued meanwhile. Nothing changes if an operator has already paused it.
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export function pauseWebhookEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError);
    const { pausedBecause } = endpoint;
    if (pausedBecause === 'OPERATOR') return webhookEndpointId;
    const now = new Date(context.now()).toISOString();
    em.assign(endpoint, {
      pausedBecause: 'OPERATOR',
      pausedAt: endpoint.pausedAt ?? now,
      dueAt: null,
      updatedAt: now,
    });
    await recordChange(em, context, administrator, {
      action: 'pauseWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: webhookEndpointId,
      before: { pausedBecause: pausedBecause ?? null },
      after: { pausedBecause: 'OPERATOR' },
    });
    // If it was already paused for another reason, its external service was notified then.
    if (pausedBecause == null)
      await announceWebhookEndpoint(em, context, administrator, 'webhook_endpoint.paused', endpoint);
    return webhookEndpointId;
  });
}
