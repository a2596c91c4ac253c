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
 * What webhooks are sent with. On the embedded database, which is open already, a key is made where none is configured; of
 * PostgreSQL there may be several processes, which would make one each.
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
