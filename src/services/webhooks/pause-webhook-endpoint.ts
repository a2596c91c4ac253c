import { z } from 'zod';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import { announceWebhookEndpoint } from './read-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';

export const WebhookEndpointIdInput = z.strictObject({ webhookEndpointId: uuid() });

export const pauseWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const refuse = refusals(pauseWebhookEndpointErrors);

/**
 * Sends nothing more to an endpoint until it is resumed: one that was paused since it failed is no longer tried, either.
 * What happens meanwhile waits. Nothing changes when an operator has paused it already.
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export function pauseWebhookEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, refuse);
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
    // Its external service knows of it already where it was paused for another reason.
    if (pausedBecause == null)
      await announceWebhookEndpoint(em, context, administrator, 'webhook_endpoint.paused', endpoint);
    return webhookEndpointId;
  });
}
