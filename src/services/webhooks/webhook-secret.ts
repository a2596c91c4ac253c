import type { webhookSignatures } from '../../db/entities/webhook.ts';
import type { Refuse } from '../../errors.ts';
import { newSecret, shownSecret } from '../webhook-deliveries/signature.ts';
import type { SecretBox } from './webhook-dependencies.ts';

/** A secret of an endpoint as it is kept, and as it is shown once. */
export interface NewWebhookSecret {
  sealed: Buffer;
  shown: string;
}

/**
 * A new secret, encrypted at rest.
 *
 * @throws ApiError `webhook_secrets_key_missing`.
 */
export function makeWebhookSecret(
  secrets: SecretBox | undefined,
  signature: (typeof webhookSignatures)[number],
  refuse: Refuse<'webhook_secrets_key_missing'>,
): NewWebhookSecret {
  if (!secrets) throw refuse('webhook_secrets_key_missing');
  const secret = newSecret(signature);
  return { sealed: secrets.seal(secret), shown: shownSecret(signature, secret) };
}

/** What is opened of what was sealed; undefined where another key sealed it. */
export function openedBy(secrets: SecretBox, sealed: Uint8Array): Buffer | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
