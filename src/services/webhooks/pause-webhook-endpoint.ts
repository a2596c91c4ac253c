import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { recordChange } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import { type EndpointManager, serviceOf, waitsForOf } from './by-partner.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import { announceWebhookEndpoint } from './read-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';

export const WebhookEndpointIdInput = z.strictObject({ webhookEndpointId: uuid() });
export { WebhookEndpointIdInput as PauseWebhookEndpointInput };

export const pauseWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(pauseWebhookEndpointErrors);

/**
 * Pauses an endpoint until it is resumed. An endpoint that was paused because of failures is no longer retried,
 * either. Changes stay queued meanwhile. Nothing changes if an operator has already paused it.
 *
 * Not in the document: a partner may end its own pause. An operator may end any pause, and replaces that of a partner.
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export function pauseWebhookEndpoint(
  context: WebhookContext,
  by: EndpointManager,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<string> {
  const reason = serviceOf(by) === undefined ? 'OPERATOR' : 'PARTNER';
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    const { pausedBecause } = endpoint;
    if (pausedBecause === 'OPERATOR' || pausedBecause === reason) return webhookEndpointId;
    const now = new Date(context.now()).toISOString();
    em.assign(endpoint, {
      pausedBecause: reason,
      pausedAt: endpoint.pausedAt ?? now,
      dueAt: null,
      updatedAt: now,
    });
    await recordChange(em, context, by, {
      action: 'pauseWebhookEndpoint',
      subjectId: webhookEndpointId,
      before: { pausedBecause: pausedBecause ?? null },
      after: { pausedBecause: reason },
    });
    // If it was already paused for another reason, its external service was notified then.
    if (pausedBecause == null)
      await announceWebhookEndpoint(em, context, by, 'webhook_endpoint.paused', endpoint);
    return webhookEndpointId;
  }, waitsForOf(by));
}
