import { z } from 'zod';
import { changeTypes } from '../../rules/change-types.ts';
import { dateTime, uuid } from '../values/fields.ts';
import { presentFields } from './present-fields.ts';
import { openEnumeration } from './schemas.ts';

/** A webhook endpoint as its external service sees it. */
export const WebhookEndpoint = z
  .object({
    id: uuid(),
    url: z.string(),
    types: z
      .array(openEnumeration(changeTypes))
      .max(100)
      .describe('The types of changes that the endpoint receives.'),
    status: openEnumeration(['ACTIVE', 'PAUSED']).describe('Accept values that you do not know.'),
    lastSuccessAt: dateTime().optional(),
    lastFailureAt: dateTime().optional(),
  })
  .meta({
    id: 'WebhookEndpoint',
    description: 'One of your webhook endpoints. New fields may be added.',
  });

export const WebhookEndpointId = z.object({ id: uuid() }).meta({
  id: 'WebhookEndpointId',
  description: 'The webhook endpoint that was changed. New fields may be added.',
});

/** The secret of an endpoint. */
export const IssuedWebhookSecret = z
  .object({
    id: uuid().describe('The id of the webhook endpoint.'),
    secret: z
      .string()
      .describe('What you verify signatures with: `whsec_…`, or for `ED25519` the public key, `whpk_…`.'),
  })
  .meta({ id: 'IssuedWebhookSecret', description: 'A webhook endpoint and its secret.' });

/** Converts a webhook endpoint in the stored form of a change, with its instants. */
export function toWebhookEndpoint({
  id,
  url,
  types,
  status,
  lastSuccessAt,
  lastFailureAt,
}: z.output<typeof WebhookEndpoint>) {
  const fields = { id, url, types, status, lastSuccessAt, lastFailureAt };
  return presentFields<z.output<typeof WebhookEndpoint>>(fields, ['lastSuccessAt', 'lastFailureAt']);
}

export const exampleWebhookEndpoint = {
  id: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07',
  url: 'https://partner.example.com/courtbridge',
  types: ['court_booking.cancelled'],
  status: 'PAUSED',
};
