import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { WebhookEndpoint, webhookSignatures } from '../../db/entities/webhook.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { maxEndpoints } from '../../rules/webhooks.ts';
import { recordChange } from '../audit/record-change.ts';
import { sequenceChanges, sequenceChangesBefore } from '../changes/sequence-changes.ts';
import { findExternalService } from '../partners/find-external-service.ts';
import { uuid } from '../values/fields.ts';
import { shownSecret } from '../webhook-deliveries/signature.ts';
import { checkReadable, type EndpointManager, serviceOf, waitsForOf } from './by-partner.ts';
import type { WebhookContext } from './webhook-dependencies.ts';
import { checkUrl, sortTypes, webhookTypes, webhookUrl } from './webhook-endpoint-fields.ts';
import { makeWebhookSecret, openedBy } from './webhook-secret.ts';

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

/** Errors that only a partner can get. */
export const createOwnWebhookEndpointErrors = [
  'scope_permission_denied',
  'webhook_secret_unreadable',
] as const;
const createOwnError = errorFactory(createOwnWebhookEndpointErrors);

/** An endpoint and the secret that its receiver verifies with. It is returned once and stored encrypted. */
export interface IssuedWebhookSecret {
  id: string;
  /** `whsec_…`, or for ED25519 the public key, `whpk_…`. */
  secret: string;
}

export interface MadeWebhookSecret extends IssuedWebhookSecret {
  /** False if an earlier call has made the secret. */
  isNew: boolean;
}

/**
 * Creates a webhook endpoint. It receives the changes of the external service that are committed from now on.
 *
 * Not in the document: an external service has at most 20 endpoints, and two may have the same address. A partner that
 * repeats the call gets the endpoint of the first one, with the same secret.
 *
 * @throws ApiError `external_service_not_found`, `webhook_url_refused`, `too_many_webhook_endpoints`,
 * `webhook_secrets_key_missing`.
 */
export async function createWebhookEndpoint(
  context: WebhookContext,
  by: EndpointManager,
  {
    externalServiceId,
    url,
    types: given,
    signature = 'HMAC_SHA256',
  }: z.output<typeof CreateWebhookEndpointInput>,
): Promise<MadeWebhookSecret> {
  const { outgoing, secrets } = context.webhooks;
  checkUrl(outgoing, url, createError);
  const { sealed, shown } = makeWebhookSecret(secrets, signature, createError);
  const types = sortTypes(given);
  if ('scopes' in by) checkReadable(by, types, createOwnError);
  // Sequences most changes in short transactions, which do not block others.
  await sequenceChanges(context);
  return context.database.transaction(async (em) => {
    await sequenceChangesBefore(em, context);
    // Serializes creations for one service, so that the maximum is not exceeded.
    await lockRows(queryIn(em), 'external_services', [externalServiceId]);
    const externalService = await findExternalService(em, externalServiceId);
    if (!externalService) throw createError('external_service_not_found');
    if (serviceOf(by) !== undefined) {
      const alike = await em.find(WebhookEndpoint, { externalService, url, signature });
      const same = alike.find((endpoint) => `${endpoint.types}` === `${types}`);
      const opened = same && openedBy(secrets!, same.secret);
      if (same && !opened) throw createOwnError('webhook_secret_unreadable');
      if (same) return { id: same.id, secret: shownSecret(signature, opened!), isNew: false };
    }
    if ((await em.count(WebhookEndpoint, { externalService })) >= maxEndpoints)
      throw createError('too_many_webhook_endpoints');

    const id = context.newId();
    em.create(WebhookEndpoint, {
      id,
      externalService,
      url,
      types,
      signature,
      secret: sealed,
      createdAt: new Date(context.now()).toISOString(),
    });
    await recordChange(em, context, by, {
      action: 'createWebhookEndpoint',
      subjectId: id,
      after: { externalServiceId, url, types, signature },
    });
    return { id, secret: shown, isNew: true };
  }, waitsForOf(by));
}
