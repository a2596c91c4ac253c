import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import type { IssuedWebhookSecret } from '../webhooks/create-webhook-endpoint.ts';
import { overlap } from '../webhooks/rotate-webhook-secret.ts';
import type { WebhookContext } from '../webhooks/webhook-dependencies.ts';
import { makeWebhookSecret, openedBy, secretErrors } from '../webhooks/webhook-secret.ts';
import { findAlertEndpoint } from './alert-endpoint-fields.ts';

export const RotateAlertSecretInput = z.strictObject({ alertEndpointId: uuid(), overlapHours: overlap() });

export const rotateAlertSecretErrors = ['alert_endpoint_not_found', ...secretErrors] as const;
const createError = errorFactory(rotateAlertSecretErrors);

/**
 * Gives an alert endpoint a new secret. For `overlapHours` each alert is also signed with the former one. At most two
 * secrets sign: an older one from a previous overlap stops signing.
 *
 * @throws ApiError `alert_endpoint_not_found`, `webhook_secrets_key_missing`, `webhook_secret_unreadable`: an overlap
 * was requested, and the former secret was encrypted with another key.
 */
export function rotateAlertSecret(
  context: WebhookContext,
  administrator: Administrator,
  { alertEndpointId, overlapHours }: z.output<typeof RotateAlertSecretInput>,
): Promise<IssuedWebhookSecret> {
  const { secrets } = context.webhooks;
  return context.database.transaction(async (em) => {
    const endpoint = await findAlertEndpoint(em, alertEndpointId, createError);
    const { sealed, shown } = makeWebhookSecret(secrets, 'HMAC_SHA256', createError);
    const overlaps = overlapHours > 0;
    if (overlaps && !openedBy(secrets!, endpoint.secret))
      throw createError('webhook_secret_unreadable', {
        message:
          'The secret of this endpoint was encrypted by another WEBHOOK_SECRETS_KEY than the one configured, so it cannot sign together with a new one. Rotate it with overlapHours 0, or configure the former key again.',
      });
    const formerSecretUntil = overlaps
      ? new Date(context.now() + overlapHours * 3_600_000).toISOString()
      : null;
    em.assign(endpoint, {
      formerSecret: overlaps ? endpoint.secret : null,
      formerSecretUntil,
      secret: sealed,
    });
    await recordChange(em, context, administrator, {
      action: 'rotateAlertSecret',
      subjectId: alertEndpointId,
      after: { formerSecretUntil },
    });
    return { id: alertEndpointId, secret: shown };
  });
}
