import { z } from 'zod';
import { maxEndpoints } from '../../rules/webhooks.ts';
import { changeScopes } from '../../services/changes/list-changes.ts';
import {
  exampleWebhookEndpoint,
  toWebhookEndpoint,
  WebhookEndpoint,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  listWebhookEndpoints,
  listWebhookEndpointsErrors,
} from '../../services/webhooks/list-webhook-endpoints.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET …/webhook-endpoints`. */
export const listWebhookEndpointsOperation = () =>
  defineOperation({
    operationId: 'listWebhookEndpoints',
    tag: 'changes',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints',
    summary: 'List webhook endpoints',
    description:
      'Lists your webhook endpoints: where your changes are sent, and whether that succeeds. A `PAUSED` ' +
      'endpoint receives nothing for now. When it is resumed, it receives what it missed.',
    scope: [...changeScopes, 'webhookwrite'],
    response: z
      .object({ items: z.array(WebhookEndpoint).max(maxEndpoints).describe('Sorted oldest first.') })
      .meta({ id: 'WebhookEndpointList', description: 'Your webhook endpoints.' }),
    successes: { 200: { description: 'All endpoints.', example: { items: [exampleWebhookEndpoint] } } },
    errors: listWebhookEndpointsErrors,
    run: async (context, partner) => {
      const endpoints = await listWebhookEndpoints(context, partner);
      return { body: { items: endpoints.map(toWebhookEndpoint) } };
    },
  });
