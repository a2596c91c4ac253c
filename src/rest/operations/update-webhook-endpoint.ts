import { z } from 'zod';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import {
  exampleWebhookEndpoint,
  WebhookEndpointId,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  updateWebhookEndpoint,
  updateWebhookEndpointErrors,
} from '../../services/webhooks/update-webhook-endpoint.ts';
import { webhookTypes, webhookUrl } from '../../services/webhooks/webhook-endpoint-fields.ts';
import { defineOperation } from '../transport/operation.ts';

const { id, url } = exampleWebhookEndpoint;

/** `PATCH …/webhook-endpoints/{webhookEndpointId}`. */
export const updateWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'updateWebhookEndpoint',
    tag: 'changes',
    method: 'PATCH',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}',
    summary: 'Update webhook endpoint',
    description:
      'Changes the address or the types of one of your endpoints. A new address applies from the next attempt on, new types to ' +
      'changes from now on. The token also needs the scope that reads each of the types in the feed.\n\nSafe to repeat.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    body: z
      .strictObject({
        url: webhookUrl().describe('Must use https and be reachable from the internet.').optional(),
        types: webhookTypes().describe('The types of changes to send, at least one.').optional(),
      })
      .meta({ id: 'UpdateWebhookEndpointRequest', description: 'Changes of a webhook endpoint.' }),
    requestExamples: { address: { summary: 'Another address', value: { url } } },
    response: WebhookEndpointId,
    successes: { 200: { description: 'The endpoint has these values.', example: { id } } },
    errors: [...partnerErrors, ...updateWebhookEndpointErrors],
    run: async (context, partner, { parameters: { webhookEndpointId }, body }) => ({
      body: { id: await updateWebhookEndpoint(context, partner, { webhookEndpointId, ...body }) },
    }),
  });
