import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import {
  exampleWebhookEndpoint,
  WebhookEndpointId,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  resumeOwnWebhookEndpointErrors,
  resumeWebhookEndpoint,
  resumeWebhookEndpointErrors,
} from '../../services/webhooks/resume-webhook-endpoint.ts';
import { defineOperation } from '../transport/operation.ts';

/** `POST …/webhook-endpoints/{webhookEndpointId}/resume`. */
export const resumeWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'resumeWebhookEndpoint',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/resume',
    summary: 'Resume webhook endpoint',
    description:
      'Resumes one of your endpoints that you paused, or that was paused because it failed or responded with 410. It receives ' +
      'what it missed first, the oldest first. A pause by an operator is rejected with `webhook_endpoint_paused`.\n\nSafe to repeat: an active endpoint stays as it is.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    response: WebhookEndpointId,
    successes: {
      200: { description: 'The endpoint is active.', example: { id: exampleWebhookEndpoint.id } },
    },
    errors: [...partnerErrors, ...resumeWebhookEndpointErrors, ...resumeOwnWebhookEndpointErrors],
    run: async (context, partner, { parameters: { webhookEndpointId } }) => ({
      body: { id: await resumeWebhookEndpoint(context, partner, { webhookEndpointId }) },
    }),
  });
