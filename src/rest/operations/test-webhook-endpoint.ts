import { z } from 'zod';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import { attemptFields, toAttempt } from '../../services/resources/webhook-attempt.ts';
import { uuid } from '../../services/values/fields.ts';
import {
  testTimeoutMillis,
  testWebhookEndpoint,
  testWebhookEndpointErrors,
} from '../../services/webhooks/test-webhook-endpoint.ts';
import { defineOperation } from '../transport/operation.ts';

/** `POST …/webhook-endpoints/{webhookEndpointId}/test`. */
export const testWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'testWebhookEndpoint',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/test',
    summary: 'Test webhook endpoint',
    description:
      'Sends one signed event of the type `webhook_endpoint.tested` with the sequence 0 to one of your endpoints, even if it is ' +
      'paused, and waits up to 2 seconds for the response. The event is not in the feed. It costs ten permits of the rate ' +
      'limit.\n\nA repeated call sends another event.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    response: z
      .object({
        webhookId: uuid().describe('The `webhook-id` that was sent.'),
        ...attemptFields,
        response: z.string().describe('The first 1,024 bytes of your response, as text.').optional(),
      })
      .meta({ id: 'TestedWebhookEndpoint', description: 'The result of a test. New fields may be added.' }),
    successes: {
      200: {
        description: 'The event was sent. `status` shows how your endpoint responded.',
        example: {
          webhookId: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c0a',
          status: 204,
          milliseconds: 87,
          response: '',
        },
      },
    },
    errors: [...partnerErrors, ...testWebhookEndpointErrors],
    permitsOf: () => 10,
    run: async (context, partner, { parameters: { webhookEndpointId }, pause }) => {
      const work = () => testWebhookEndpoint(context, partner, { webhookEndpointId });
      const { webhookId, ...attempt } = await pause(testTimeoutMillis, work);
      return { body: { webhookId, ...toAttempt(attempt) } };
    },
  });
