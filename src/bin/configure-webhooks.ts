import { keptSecretsKey } from '../db/connection/kept-secrets-key.ts';
import type { Env } from '../env.ts';
import { guardedOutgoing } from '../outgoing/guarded-outgoing.ts';
import { createSecretBox } from '../services/webhooks/secret-box.ts';
import type { WebhookDependencies } from '../services/webhooks/webhook-dependencies.ts';

type Configured = Pick<
  Env,
  'DATABASE_URL' | 'DATA_DIR' | 'WEBHOOK_SECRETS_KEY' | 'WEBHOOK_SECRETS_KEY_FORMER' | 'WEBHOOK_ALLOW_PRIVATE'
>;

/**
 * Returns the dependencies for sending webhooks. With the embedded database, a key is generated if none is configured.
 * With PostgreSQL none is generated, because each process would generate a different one.
 *
 * @throws ConfigurationError
 */
export function configureWebhooks(env: Configured): WebhookDependencies {
  const kept = () => (env.DATABASE_URL === undefined ? keptSecretsKey(env.DATA_DIR) : undefined);
  const key = env.WEBHOOK_SECRETS_KEY ?? kept();
  return {
    outgoing: guardedOutgoing({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE }),
    secrets: key && createSecretBox(key, env.WEBHOOK_SECRETS_KEY_FORMER),
  };
}
