import type { ErrorFactory } from '../../api-error.ts';
import type { webhookSignatures } from '../../db/entities/webhook.ts';
import { newSecret, shownSecret } from '../webhook-deliveries/signature.ts';
import type { SecretBox } from './webhook-dependencies.ts';

/** Errors of what needs the secret of an endpoint. */
export const secretErrors = ['webhook_secrets_key_missing', 'webhook_secret_unreadable'] as const;

/** The secret of an endpoint, as it is stored and as it is shown once. */
export interface NewWebhookSecret {
  sealed: Buffer;
  shown: string;
}

/**
 * Creates a secret and encrypts it.
 *
 * @throws ApiError `webhook_secrets_key_missing`.
 */
export function makeWebhookSecret(
  secrets: SecretBox | undefined,
  signature: (typeof webhookSignatures)[number],
  createError: ErrorFactory<'webhook_secrets_key_missing'>,
): NewWebhookSecret {
  if (!secrets) throw createError('webhook_secrets_key_missing');
  const secret = newSecret(signature);
  return { sealed: secrets.seal(secret), shown: shownSecret(signature, secret) };
}

/** Decrypts a secret. Returns undefined if it was encrypted with another key. */
export function openedBy(secrets: SecretBox, sealed: Uint8Array): Buffer | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
