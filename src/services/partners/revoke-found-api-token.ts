import { z } from 'zod';
import { findUnrevokedToken } from '../../db/queries/partners/api-tokens.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import type { ServiceContext } from '../service-context.ts';
import { text } from '../values/fields.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';
import { endFoundApiToken } from './change-api-token.ts';

export const RevokeFoundApiTokenInput = z.strictObject({
  token: text(1, 255).describe('The API token, as it would be sent in `Authorization`.'),
});

export const revokeFoundApiTokenErrors = ['invalid_schema', 'internal_server_error'] as const;

interface Finder {
  attempts: FailedAttempts;
  /** The address of the caller. */
  address: string;
}

/**
 * Revokes a token for whoever has it. Every process rejects it within 1 s.
 *
 * Not in the document: whether the token is known makes no difference for the caller. Every call counts as a failed
 * attempt of its address, so that nobody can guess tokens.
 *
 * @throws ApiError `rate_limit_exceeded`, `service_unavailable`.
 */
export async function revokeFoundApiToken(
  context: ServiceContext,
  { attempts, address }: Finder,
  { token: secret }: z.output<typeof RevokeFoundApiTokenInput>,
): Promise<void> {
  if (!isWellFormedToken('partner', secret)) return attempts.failed(address);
  // Under another name and as if it had no checksum, so that a known one is counted, too, even if it was just used.
  await attempts.lookUp({ secret: `revoke ${secret}`, isWellFormed: false }, address, async () => {
    // Only a token that is found needs a transaction.
    const id = await findUnrevokedToken(context.database.query, hashToken(secret));
    if (id === undefined) return undefined;
    await endFoundApiToken(context, id, 'POSSESSION');
    return id;
  });
}
