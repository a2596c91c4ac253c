import { z } from 'zod';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import { exampleWebhookEndpoint } from '../../services/resources/webhook-endpoint-response.ts';
import { uuid } from '../../services/values/fields.ts';
import {
  deleteWebhookEndpoint,
  deleteWebhookEndpointErrors,
} from '../../services/webhooks/delete-webhook-endpoint.ts';
import { defineOperation } from '../transport/operation.ts';

/** `DELETE …/webhook-endpoints/{webhookEndpointId}`. */
export const deleteWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'deleteWebhookEndpoint',
    tag: 'changes',
    method: 'DELETE',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}',
    summary: 'Delete webhook endpoint',
    description:
      'Deletes one of your endpoints with its secret and its deliveries. Nothing more is sent to it. Changes that were not ' +
      'delivered stay in the feed.\n\nSafe to repeat: after a lost response, `webhook_endpoint_not_found` shows that it is deleted.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    response: z
      .object({ id: uuid(), status: z.enum(['DELETED']) })
      .meta({ id: 'DeletedWebhookEndpoint', description: 'The end of a webhook endpoint.' }),
    successes: {
      200: {
        description: 'The endpoint is deleted.',
        example: { id: exampleWebhookEndpoint.id, status: 'DELETED' },
      },
    },
    errors: [...partnerErrors, ...deleteWebhookEndpointErrors],
    run: async (context, partner, { parameters: { webhookEndpointId } }) => ({
      body: {
        ...(await deleteWebhookEndpoint(context, partner, { webhookEndpointId })),
        status: 'DELETED' as const,
      },
    }),
  });
