import { z } from 'zod';
import { findTokensByHash } from '../../db/queries/partners/api-tokens.ts';
import { endFoundApiToken } from '../partners/change-api-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';

/** What GitHub found. It may add fields. */
export const ScannedSecrets = z
  .array(z.looseObject({ token: z.string().max(1_000), type: z.string().max(255) }))
  .max(5_000);

/** Whether a secret is a token of this service, as GitHub's secret scanning expects it. */
export interface LabelledSecret {
  token_raw: string;
  token_type: string;
  label: 'true_positive' | 'false_positive';
}

/**
 * Revokes every token among what GitHub found in public. Every process rejects them within 1 s. Safe to repeat: a token
 * that is revoked already stays as it is.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function revokeScannedApiTokens(
  context: ServiceContext,
  found: z.output<typeof ScannedSecrets>,
): Promise<LabelledSecret[]> {
  const hashes = new Map(
    found
      .filter(({ token }) => isWellFormedToken('partner', token))
      .map(({ token }) => [token, hashToken(token).toString('hex')]),
  );
  const known =
    hashes.size === 0 ? [] : await findTokensByHash(context.database.query, [...new Set(hashes.values())]);
  const failures: unknown[] = [];
  for (const { id, isRevoked } of known)
    if (!isRevoked)
      await endFoundApiToken(context, id, 'SECRET_SCANNING').catch((error) => failures.push(error));
  // The others are revoked anyway. GitHub repeats the report.
  if (failures.length > 0) throw failures[0];
  const ours = new Set(known.map(({ hash }) => hash));
  return found.map(({ token, type }) => ({
    token_raw: token,
    token_type: type,
    label: ours.has(hashes.get(token) ?? '') ? 'true_positive' : 'false_positive',
  }));
}
