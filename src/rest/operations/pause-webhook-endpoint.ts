import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import {
  exampleWebhookEndpoint,
  WebhookEndpointId,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  pauseWebhookEndpoint,
  pauseWebhookEndpointErrors,
} from '../../services/webhooks/pause-webhook-endpoint.ts';
import { defineOperation } from '../transport/operation.ts';

/** `POST …/webhook-endpoints/{webhookEndpointId}/pause`. */
export const pauseWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'pauseWebhookEndpoint',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/pause',
    summary: 'Pause webhook endpoint',
    description:
      'Pauses one of your endpoints until `resumeWebhookEndpoint`, or until an operator resumes it. Its changes are queued meanwhile, and an endpoint that was ' +
      'paused because it failed is no longer tried. A request that is running is not cancelled.\n\nSafe to repeat.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    response: WebhookEndpointId,
    successes: {
      200: { description: 'The endpoint is paused.', example: { id: exampleWebhookEndpoint.id } },
    },
    errors: [...partnerErrors, ...pauseWebhookEndpointErrors],
    run: async (context, partner, { parameters: { webhookEndpointId } }) => ({
      body: { id: await pauseWebhookEndpoint(context, partner, { webhookEndpointId }) },
    }),
  });
