import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { ApiError } from './server.ts';

/** A valid token, which is the author of a change. */
export interface Token {
  id: string;
  external_service_id: string;
  scopes: string[];
}

export type Authorize = (header: string | undefined, scope: string, serviceId: string) => Promise<Token>;

/** Cache time of the result for a token, as in Courtbridge. */
const believedMillis = 800;

/** The documented checks of a token. Requests with the same token share a cached result, even if it is still pending. */
export function createAuthorize(database: Database): Authorize {
  const believed = new Map<string, { askedAt: number; answer: Promise<Token | undefined> }>();

  const ask = async (secret: string): Promise<Token | undefined> => {
    const hash = createHash('sha256').update(secret).digest();
    const [token] = await database.query<Token>(
      'find-token',
      `select id, external_service_id, scopes from api_tokens
       where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
      [hash],
    );
    return token;
  };

  const find = (secret: string): Promise<Token | undefined> => {
    const now = performance.now();
    const known = believed.get(secret);
    if (known && now - known.askedAt < believedMillis) return known.answer;
    const answer = ask(secret);
    believed.set(secret, { askedAt: now, answer });
    // Errors and unknown tokens are not cached.
    answer.then(
      (token) => token ?? believed.delete(secret),
      () => believed.delete(secret),
    );
    return answer;
  };

  return async (header, scope, serviceId) => {
    if (!header?.startsWith('Bearer ')) throw new ApiError(401, 'missing_api_token');
    const token = await find(header.slice('Bearer '.length));
    if (!token) throw new ApiError(401, 'invalid_api_token');
    if (!token.scopes.includes(scope)) throw new ApiError(403, 'scope_permission_denied');
    if (token.external_service_id !== serviceId) throw new ApiError(403, 'external_service_access_denied');
    return token;
  };
}
