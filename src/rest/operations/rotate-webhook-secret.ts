import { z } from 'zod';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import { webhookEndpointParameters } from '../../services/resources/schemas.ts';
import {
  exampleWebhookEndpoint,
  IssuedWebhookSecret,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  rotateWebhookSecret,
  rotateWebhookSecretErrors,
} from '../../services/webhooks/rotate-webhook-secret.ts';
import { defineOperation } from '../transport/operation.ts';

const { id } = exampleWebhookEndpoint;

/** `POST …/webhook-endpoints/{webhookEndpointId}/rotate-secret`. */
export const rotateWebhookSecretOperation = () =>
  defineOperation({
    operationId: 'rotateWebhookSecret',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/rotate-secret',
    summary: 'Rotate webhook secret',
    description:
      'Makes a new secret for one of your endpoints. Until the overlap ends, each webhook is also signed with the former one.\n\n' +
      'Safe to repeat: during the overlap the response is 200 with the same new secret. An overlap of 0 hours ends the former ' +
      'secret at once, and makes another secret at each call.',
    scope: 'webhookwrite',
    pathParameters: webhookEndpointParameters(),
    body: z
      .strictObject({
        overlapHours: z
          .int()
          .min(0)
          .max(168)
          .default(24)
          .describe('How long webhooks are also signed with the former secret, in hours.'),
      })
      .meta({
        id: 'RotateWebhookSecretRequest',
        description: 'The overlap of a rotation of a webhook secret.',
      }),
    requestExamples: { day: { summary: 'An overlap of a day', value: { overlapHours: 24 } } },
    response: IssuedWebhookSecret,
    successes: {
      201: { description: 'The secret was made.', example: { id, secret: 'whsec_…' } },
      200: {
        description: 'The secret of an earlier call, whose overlap has not ended. Nothing changed.',
        example: { id, secret: 'whsec_…' },
      },
    },
    errors: [...partnerErrors, ...rotateWebhookSecretErrors],
    run: async (context, partner, { parameters: { webhookEndpointId }, body }) => {
      const { isNew, ...issued } = await rotateWebhookSecret(context, partner, {
        webhookEndpointId,
        ...body,
      });
      return { status: isNew ? 201 : 200, body: issued };
    },
  });
