import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../db/connection/database.ts';
import { AlertEndpoint } from '../../db/entities/alert.ts';
import { WebhookEndpoint } from '../../db/entities/webhook.ts';
import { opens } from './secret-box.ts';
import type { SecretBox } from './webhook-dependencies.ts';

/**
 * The number of endpoints whose secrets were encrypted again with the current key, and of those with a secret that no
 * key can decrypt.
 */
export interface Resealed {
  resealed: number;
  unreadable: number;
}

type Endpoint = WebhookEndpoint | AlertEndpoint;

/**
 * Encrypts each secret that was encrypted with the former key again with the current key. Nothing else changes. When
 * it returns `unreadable: 0`, the former key is no longer needed.
 *
 * @throws ApiError `service_unavailable`
 */
export async function resealSecrets(database: Database, secrets: SecretBox): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const kind of [WebhookEndpoint, AlertEndpoint] as const) {
    const endpoints: Endpoint[] = await database
      .em()
      .find<Endpoint>(kind, {}, { fields: ['id', 'secret', 'formerSecret'] as never });
    for (const { id, ...sealed } of endpoints) {
      const outcome = outcomeOf(sealed, secrets);
      if (outcome === 'resealed') await database.transaction((em) => reseal(em, kind, id, secrets));
      if (outcome) counts[outcome] += 1;
    }
  }
  return counts;
}

function outcomeOf(
  { secret, formerSecret }: Pick<Endpoint, 'secret' | 'formerSecret'>,
  secrets: SecretBox,
): keyof Resealed | undefined {
  if (!opens(secret, secrets)) return 'unreadable';
  const all = formerSecret ? [secret, formerSecret] : [secret];
  return all.some((sealed) => secrets.resealed(sealed)) ? 'resealed' : undefined;
}

/** The secret may have been rotated since it was read, so it is read again under the row's lock. */
async function reseal(
  em: SqlEntityManager,
  kind: typeof WebhookEndpoint | typeof AlertEndpoint,
  id: string,
  secrets: SecretBox,
): Promise<void> {
  const endpoint: Endpoint | null = await em.findOne<Endpoint>(kind, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
  if (!endpoint) return;
  endpoint.secret = secrets.resealed(endpoint.secret) ?? endpoint.secret;
  if (endpoint.formerSecret)
    endpoint.formerSecret = secrets.resealed(endpoint.formerSecret) ?? endpoint.formerSecret;
}
