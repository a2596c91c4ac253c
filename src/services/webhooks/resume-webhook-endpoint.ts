import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { recordChange } from '../audit/record-change.ts';
import { type EndpointManager, serviceOf, waitsForOf } from './by-partner.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';
import { announceWebhookEndpoint } from './read-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';

export { WebhookEndpointIdInput as ResumeWebhookEndpointInput } from './pause-webhook-endpoint.ts';
export const resumeWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(resumeWebhookEndpointErrors);

/** Errors that only a partner can get. */
export const resumeOwnWebhookEndpointErrors = ['webhook_endpoint_paused'] as const;
const createOwnError = errorFactory(resumeOwnWebhookEndpointErrors);

/**
 * Resumes an endpoint, whatever it was paused for. The changes that it missed are sent first, oldest first. Nothing
 * changes if it is not paused.
 *
 * Not in the document: a pause by an operator is not ended by the partner.
 *
 * @throws ApiError `webhook_endpoint_not_found`, for a partner also `webhook_endpoint_paused`.
 */
export function resumeWebhookEndpoint(
  context: WebhookContext,
  by: EndpointManager,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    const { pausedBecause } = endpoint;
    if (pausedBecause == null) return webhookEndpointId;
    if (pausedBecause === 'OPERATOR' && serviceOf(by) !== undefined)
      throw createOwnError('webhook_endpoint_paused');
    const now = new Date(context.now()).toISOString();
    await context.database.callIn(em, 'resume_webhook_endpoint', { endpointId: webhookEndpointId, now });
    await recordChange(em, context, by, {
      action: 'resumeWebhookEndpoint',
      subjectId: webhookEndpointId,
      before: { pausedBecause },
      after: { pausedBecause: null },
    });
    await announceWebhookEndpoint(em, context, by, 'webhook_endpoint.resumed', endpoint);
    return webhookEndpointId;
  }, waitsForOf(by));
}
