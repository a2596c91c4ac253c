import { z } from 'zod';
import { webhookSignatures } from '../../db/entities/webhook.ts';
import { partnerErrors } from '../../services/access/partner-errors.ts';
import {
  exampleWebhookEndpoint,
  IssuedWebhookSecret,
} from '../../services/resources/webhook-endpoint-response.ts';
import {
  createOwnWebhookEndpointErrors,
  createWebhookEndpoint,
  createWebhookEndpointErrors,
} from '../../services/webhooks/create-webhook-endpoint.ts';
import { webhookTypes, webhookUrl } from '../../services/webhooks/webhook-endpoint-fields.ts';
import { defineOperation } from '../transport/operation.ts';

const { id } = exampleWebhookEndpoint;

/** `POST …/webhook-endpoints`. */
export const createWebhookEndpointOperation = () =>
  defineOperation({
    operationId: 'createWebhookEndpoint',
    tag: 'changes',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/webhook-endpoints',
    summary: 'Create webhook endpoint',
    description:
      'Creates an endpoint, which receives the changes of these types from now on, signed. The token also needs the scope that ' +
      'reads each of the types in the feed. An external service can have at most 20 endpoints.\n\nSafe to repeat: for the same ' +
      '`url`, `types` and `signature` the response is 200 with the existing endpoint and its secret.',
    scope: 'webhookwrite',
    body: z
      .strictObject({
        url: webhookUrl().describe('Must use https and be reachable from the internet.'),
        types: webhookTypes().describe('The types of changes to send, at least one.'),
        signature: z
          .enum(webhookSignatures)
          .default('HMAC_SHA256')
          .describe('How webhooks are signed. With `ED25519` the secret is a public key.'),
      })
      .meta({ id: 'CreateWebhookEndpointRequest', description: 'A new webhook endpoint.' }),
    requestExamples: {
      bookings: {
        summary: 'Bookings that operators cancel',
        value: { url: exampleWebhookEndpoint.url, types: ['court_booking.cancelled'] },
      },
    },
    response: IssuedWebhookSecret,
    successes: {
      201: { description: 'The endpoint was created.', example: { id, secret: 'whsec_…' } },
      200: { description: 'The same endpoint exists. Nothing changed.', example: { id, secret: 'whsec_…' } },
    },
    errors: [
      ...partnerErrors,
      ...createWebhookEndpointErrors.filter((type) => type !== 'external_service_not_found'),
      ...createOwnWebhookEndpointErrors.filter((type) => type !== 'scope_permission_denied'),
    ],
    run: async (context, partner, { body }) => {
      const { externalServiceId } = partner;
      const { isNew, ...issued } = await createWebhookEndpoint(context, partner, {
        ...body,
        externalServiceId,
      });
      return { status: isNew ? 201 : 200, body: issued };
    },
  });
