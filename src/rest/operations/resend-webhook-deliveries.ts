import { z } from 'zod';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import { exampleWebhookEndpoint } from '../../services/resources/webhook-endpoint-response.ts';
import { uuid } from '../../services/values/fields.ts';
import {
  mostSentAnew,
  ResendRangeInput,
  resendWebhookDeliveries,
  resendWebhookDeliveriesErrors,
} from '../../services/webhook-deliveries/resend-webhook-deliveries.ts';
import { defineOperation } from '../transport/operation.ts';

const { id } = exampleWebhookEndpoint;

/** `POST …/webhook-endpoints/{webhookEndpointId}/resend`. */
export const resendWebhookDeliveriesOperation = () =>
  defineOperation({
    operationId: 'resendWebhookDeliveries',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/resend',
    summary: 'Resend webhook deliveries',
    description:
      'Sends the changes of a range to one of your endpoints again, the oldest first: those of its types, delivered or not, even ' +
      'from before it existed. Give a start, an end, or both, each as a `sequence` or a time. One call sends the first 10,000; ' +
      '`nextSequence` says where to continue, with the same end. A paused endpoint gets them when it is resumed.\n\nA repeated call ' +
      'sends them again. Receivers deduplicate by `webhook-id`.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    body: ResendRangeInput.meta({
      id: 'ResendWebhookDeliveriesRequest',
      description:
        'A range of changes, including `fromSequence`, `toSequence` and `from`, and excluding `to`. One end may be left out.',
    }),
    requestExamples: { since: { summary: 'Since a sequence', value: { fromSequence: 1_041 } } },
    response: z
      .object({
        id: uuid().describe('The id of the webhook endpoint.'),
        count: z.int().min(0).max(mostSentAnew).describe('How many changes are sent.'),
        nextSequence: z
          .int()
          .meta({ format: 'int64' })
          .describe('The `fromSequence` of the next call. Absent at the end.')
          .optional(),
      })
      .meta({ id: 'ResentWebhookDeliveries', description: 'The changes that are sent again.' }),
    successes: { 200: { description: 'They are sent from now on.', example: { id, count: 17 } } },
    errors: [...partnerErrors, ...resendWebhookDeliveriesErrors],
    run: async (context, partner, { parameters: { webhookEndpointId }, body }) => {
      const { count, nextSequence } = await resendWebhookDeliveries(context, partner, {
        webhookEndpointId,
        ...body,
      });
      return { body: { id: webhookEndpointId, count, ...(nextSequence === null ? {} : { nextSequence }) } };
    },
  });
