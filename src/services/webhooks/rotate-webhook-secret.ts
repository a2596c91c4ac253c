import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { recordChange } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import { shownSecret } from '../webhook-deliveries/signature.ts';
import { type EndpointManager, serviceOf, waitsForOf } from './by-partner.ts';
import type { MadeWebhookSecret } from './create-webhook-endpoint.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';
import { makeWebhookSecret, openedBy, secretErrors } from './webhook-secret.ts';

/** The number of hours for which the former secret also signs. */
export const overlap = () => z.int().min(0, 'Must be 0 or more.').max(168, 'Must be at most 168 (7 days).');

export const RotateWebhookSecretInput = z.strictObject({
  webhookEndpointId: uuid(),
  overlapHours: overlap(),
});

export const rotateWebhookSecretErrors = ['webhook_endpoint_not_found', ...secretErrors] as const;
const createError = errorFactory(rotateWebhookSecretErrors);

/**
 * Gives an endpoint a new secret. For `overlapHours` each webhook is also signed with the former one. At most two
 * secrets sign: an older one from a previous overlap stops signing.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `webhook_secrets_key_missing`, `webhook_secret_unreadable`: an
 * overlap was requested, and the former secret was encrypted with another key.
 */
export function rotateWebhookSecret(
  context: WebhookContext,
  by: EndpointManager,
  { webhookEndpointId, overlapHours }: z.output<typeof RotateWebhookSecretInput>,
): Promise<MadeWebhookSecret> {
  const { secrets } = context.webhooks;
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    const { sealed, shown } = makeWebhookSecret(secrets, endpoint.signature, createError);
    const overlaps = overlapHours > 0;
    const opened = overlaps ? openedBy(secrets!, endpoint.secret) : undefined;
    if (overlaps && !opened) throw createError('webhook_secret_unreadable');
    const now = context.now();
    const isOverlapping = endpoint.formerSecretUntil != null && Date.parse(endpoint.formerSecretUntil) > now;
    // Not in the document: a partner that repeats the call, because the response was lost, gets the same secret again.
    if (serviceOf(by) !== undefined && opened && isOverlapping)
      return { id: webhookEndpointId, secret: shownSecret(endpoint.signature, opened), isNew: false };
    const formerSecretUntil = overlaps ? new Date(now + overlapHours * 3_600_000).toISOString() : null;
    em.assign(endpoint, {
      formerSecret: overlaps ? endpoint.secret : null,
      formerSecretUntil,
      secret: sealed,
      updatedAt: new Date(now).toISOString(),
    });
    await recordChange(em, context, by, {
      action: 'rotateWebhookSecret',
      subjectId: webhookEndpointId,
      after: { formerSecretUntil },
    });
    return { id: webhookEndpointId, secret: shown, isNew: true };
  }, waitsForOf(by));
}
