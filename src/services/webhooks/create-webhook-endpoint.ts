import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { WebhookEndpoint, webhookSignatures } from '../../db/entities/webhook.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { sequenceChanges, sequenceChangesBefore } from '../changes/sequence-changes.ts';
import { findExternalService } from '../partners/find-external-service.ts';
import { uuid } from '../values/fields.ts';
import type { WebhookContext } from './webhook-dependencies.ts';
import { checkUrl, maxEndpoints, sortTypes, webhookTypes, webhookUrl } from './webhook-endpoint-fields.ts';
import { makeWebhookSecret } from './webhook-secret.ts';

export const CreateWebhookEndpointInput = z.strictObject({
  externalServiceId: uuid(),
  url: webhookUrl(),
  types: webhookTypes(),
  signature: z.enum(webhookSignatures).optional(),
});

export const createWebhookEndpointErrors = [
  'external_service_not_found',
  'webhook_url_refused',
  'too_many_webhook_endpoints',
  'webhook_secrets_key_missing',
] as const;
const createError = errorFactory(createWebhookEndpointErrors);

/** An endpoint and the secret that its receiver verifies with. It is returned once and stored encrypted. */
export interface IssuedWebhookSecret {
  id: string;
  /** `whsec_…`, or for ED25519 the public key, `whpk_…`. */
  secret: string;
}

/**
 * Creates a webhook endpoint. It receives the changes of the external service that are committed from now on.
 *
 * Not in the document: an external service has at most 20 endpoints, and two may have the same address.
 *
 * @throws ApiError `external_service_not_found`, `webhook_url_refused`, `too_many_webhook_endpoints`,
 * `webhook_secrets_key_missing`.
 */
export async function createWebhookEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  {
    externalServiceId,
    url,
    types: given,
    signature = 'HMAC_SHA256',
  }: z.output<typeof CreateWebhookEndpointInput>,
): Promise<IssuedWebhookSecret> {
  const { outgoing, secrets } = context.webhooks;
  checkUrl(outgoing, url, createError);
  const { sealed, shown } = makeWebhookSecret(secrets, signature, createError);
  // Sequences most changes in short transactions, which do not block others.
  await sequenceChanges(context);
  return context.database.transaction(async (em) => {
    await sequenceChangesBefore(em, context);
    // Serializes creations for one service, so that the maximum is not exceeded.
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    const externalService = await findExternalService(em, externalServiceId);
    if (!externalService) throw createError('external_service_not_found');
    if ((await em.count(WebhookEndpoint, { externalService })) >= maxEndpoints)
      throw createError('too_many_webhook_endpoints');

    const id = context.newId();
    const types = sortTypes(given);
    em.create(WebhookEndpoint, {
      id,
      externalService,
      url,
      types,
      signature,
      secret: sealed,
      createdAt: new Date(context.now()).toISOString(),
    });
    await recordChange(em, context, administrator, {
      action: 'createWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: id,
      after: { externalServiceId, url, types, signature },
    });
    return { id, secret: shown };
  });
}
