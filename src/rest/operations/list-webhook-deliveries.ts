import { z } from 'zod';
import { deliveryStatuses, mostFormerAttempts } from '../../db/entities/webhook.ts';
import { changeTypes } from '../../rules/change-types.ts';
import { formatInstant } from '../../rules/instant.ts';
import { changeScopes } from '../../services/changes/list-changes.ts';
import { presentFields } from '../../services/resources/present-fields.ts';
import {
  booleanParameter,
  instantParameter,
  openEnumeration,
  page,
  pageDescription,
  pageParameters,
  webhookEndpointParameters,
} from '../../services/resources/schemas.ts';
import { attemptFields, toAttempt } from '../../services/resources/webhook-attempt.ts';
import { cursor } from '../../services/values/cursor.ts';
import { dateTime, uuid } from '../../services/values/fields.ts';
import {
  type ListedWebhookDelivery,
  listWebhookDeliveries,
  listWebhookDeliveriesErrors,
} from '../../services/webhook-deliveries/list-webhook-deliveries.ts';
import { defineOperation } from '../transport/operation.ts';

const mostAttempts = mostFormerAttempts + 1;

const attempt = z.object({
  timestamp: dateTime().describe('When the attempt began.'),
  ...attemptFields,
  response: z
    .string()
    .describe('The first 1,024 bytes of your response, as text, if the token may read the change.')
    .optional(),
});

const WebhookDelivery = z
  .object({
    webhookId: uuid().describe('The `webhook-id`, which is the `id` of the change.'),
    type: openEnumeration(changeTypes)
      .describe('The type of the change. Accept values that you do not know.')
      .optional(),
    sequence: z
      .int()
      .min(1)
      .meta({ format: 'int64' })
      .describe('The `sequence` of the change. `resendWebhookDeliveries` sends it again.')
      .optional(),
    status: openEnumeration(deliveryStatuses).describe(
      '`PENDING`: an attempt is pending. `DELIVERED`: you responded with 2xx. `FAILED`: abandoned after the last attempt. Accept values that you do not know.',
    ),
    dueAt: dateTime().describe('When the next attempt is due, unless the endpoint is paused.').optional(),
    deliveredAt: dateTime().describe('When you accepted it.').optional(),
    attempts: z
      .array(attempt)
      .max(mostAttempts)
      .describe(`The attempts, newest first, at most the last ${mostAttempts}.`),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'The delivery of a change to one of your webhook endpoints. New fields may be added.',
  });

/** `GET …/webhook-endpoints/{webhookEndpointId}/deliveries`. */
export const listWebhookDeliveriesOperation = () =>
  defineOperation({
    operationId: 'listWebhookDeliveries',
    tag: 'changes',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/deliveries',
    summary: 'List webhook deliveries',
    description:
      'Lists what was sent to one of your endpoints and what is pending, the newest change first, with the attempts and your ' +
      'responses. Filters are combined with AND.\n\nDeliveries are kept as long as the changes, 30 days by default. A test is not ' +
      'among them.',
    scope: [...changeScopes, 'webhookwrite'],
    pathParameters: webhookEndpointParameters(),
    query: z.object({
      status: z.enum(deliveryStatuses).describe('Only deliveries with this status.').optional(),
      failed: booleanParameter().describe(
        'If true, only deliveries whose last attempt failed. They are repeated, or were abandoned.',
      ),
      from: instantParameter()
        .describe(
          'Only changes that got their `sequence` at this time or later, which is shortly after the change.',
        )
        .optional(),
      to: instantParameter().describe('Only changes that got their `sequence` before this time.').optional(),
      ...pageParameters(cursor([z.literal('delivery'), uuid()])),
    }),
    response: page(WebhookDelivery).meta({
      id: 'WebhookDeliveryPage',
      description: 'A page of webhook deliveries.',
    }),
    successes: { 200: { description: pageDescription, example: { items: [exampleDelivery] } } },
    errors: listWebhookDeliveriesErrors,
    run: async (context, partner, { parameters: { webhookEndpointId }, query }) => {
      const input = { ...query, webhookEndpointId };
      const { items, ...next } = await listWebhookDeliveries(context, partner, input);
      return { body: { items: items.map(toWebhookDelivery), ...next } };
    },
  });

function toWebhookDelivery({
  id: webhookId,
  status,
  attempts,
  ...fields
}: ListedWebhookDelivery): z.output<typeof WebhookDelivery> {
  return {
    ...presentFields<z.output<typeof WebhookDelivery>>({ webhookId, ...fields }, ['dueAt', 'deliveredAt']),
    status,
    attempts: attempts.map((one) => ({ timestamp: formatInstant(one.at), ...toAttempt(one) })),
  };
}

const exampleDelivery = {
  webhookId: '01990b2e-7f6c-7c1e-8a53-0f2a00000411',
  type: 'court_booking.cancelled',
  sequence: 1_041,
  status: 'PENDING',
  dueAt: '2026-11-20T12:35:06.000Z',
  attempts: [
    {
      timestamp: '2026-11-20T12:30:06.000Z',
      milliseconds: 31,
      status: 500,
      failure: 'The response was 500.',
      response: 'database is locked',
    },
    {
      timestamp: '2026-11-20T12:30:01.000Z',
      milliseconds: 15_000,
      failure: 'partner.example.com did not respond within 15 s.',
    },
  ],
};
