import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { hashToken, isWellFormedToken } from './api-token.ts';
import { type RateLimiter, refuseRate } from './rate-limiter.ts';
import type { Scope } from './scope.ts';

/** A token that has passed: it exists, has not expired and is not revoked. */
export interface AuthenticatedToken {
  id: string;
  externalServiceId: string;
  scopes: readonly Scope[];
}

interface Dependencies {
  database: Database;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** Unix milliseconds. */
  now: () => number;
  /** Counts, by address, tokens that cannot be one; in this process, so that refusing them needs no database. */
  malformedTokens: RateLimiter;
  /** Counts, by address, tokens that could be one but are not; across processes. */
  unknownTokens: RateLimiter;
  /**
   * Lookups of tokens from addresses that have run out of tries, all together. A good token that is not known here yet
   * must get through: others may share its address.
   */
  lookupsBeyond: RateLimiter;
}

interface CacheEntry {
  /** When the query was sent whose answer this is. */
  askedAt: number;
  token: AuthenticatedToken & { expiresAt: number };
}

/** Not in the document: a revocation holds in every process within a second, so an answer is believed for less. */
const believedMillis = 800;
/** From this age on it is asked anew beside the request, so that a busy token never waits. */
const refreshMillis = 400;
const maxCachedTokens = 10_000;

/**
 * Tells which external service a token belongs to.
 *
 * @throws ApiError `invalid_api_token` (unknown, malformed, expired, revoked), `rate_limit_exceeded` (too many of
 * those from one address), `service_unavailable`.
 */
export class ApiTokenAuthenticator {
  readonly #dependencies: Dependencies;
  readonly #cache = new Map<string, CacheEntry>();
  readonly #asking = new Map<string, Promise<CacheEntry | undefined>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async authenticate(secret: string, address: string): Promise<AuthenticatedToken> {
    const { malformedTokens, unknownTokens, now } = this.#dependencies;
    if (!isWellFormedToken('partner', secret)) {
      const taken = await malformedTokens.take(address);
      throw taken.allowed ? new ApiError('invalid_api_token') : refuseRate(taken);
    }
    const entry = this.#believed(secret) ?? (await this.#lookUp(secret, address));
    if (entry && entry.token.expiresAt > now()) return entry.token;

    const taken = await unknownTokens.take(address);
    throw taken.allowed ? new ApiError('invalid_api_token') : refuseRate(taken);
  }

  /** What is known of a token and recent enough; asked anew beside the request when it is no longer quite fresh. */
  #believed(secret: string): CacheEntry | undefined {
    const cached = this.#cache.get(secret);
    if (!cached) return undefined;
    const age = this.#dependencies.monotonic() - cached.askedAt;
    if (age >= believedMillis) return undefined;
    if (age > refreshMillis) this.#ask(secret).catch(() => {});
    return cached;
  }

  async #lookUp(secret: string, address: string): Promise<CacheEntry | undefined> {
    const { unknownTokens, lookupsBeyond, monotonic } = this.#dependencies;
    const exhausted = this.#cache.has(secret) ? undefined : unknownTokens.exhausted(address);
    if (exhausted && !(await lookupsBeyond.take('all')).allowed) throw refuseRate(exhausted);
    const arrivedAt = monotonic();
    while (true) {
      const entry = await this.#ask(secret);
      // The answer of a query that was sent long before this request may miss a revocation: ask again.
      if (!entry || entry.askedAt > arrivedAt - believedMillis) return entry;
    }
  }

  /** Asks the database; requests that want the same token at once share one query. */
  #ask(secret: string): Promise<CacheEntry | undefined> {
    let asking = this.#asking.get(secret);
    if (!asking) {
      asking = this.#read(secret).finally(() => this.#asking.delete(secret));
      this.#asking.set(secret, asking);
    }
    return asking;
  }

  async #read(secret: string): Promise<CacheEntry | undefined> {
    const askedAt = this.#dependencies.monotonic();
    const [row] = await this.#dependencies.database.query<{
      id: string;
      externalServiceId: string;
      scopes: Scope[];
      expiresAt: number | null;
    }>(
      `select id, external_service_id as "externalServiceId", scopes,
         (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
       from api_tokens
       where secret_hash = $1 and revoked_at is null`,
      [hashToken(secret)],
    );
    // Oldest first out.
    this.#cache.delete(secret);
    if (!row) return undefined;
    if (this.#cache.size >= maxCachedTokens) this.#cache.delete(this.#cache.keys().next().value as string);
    const entry = { askedAt, token: { ...row, expiresAt: row.expiresAt ?? Number.POSITIVE_INFINITY } };
    this.#cache.set(secret, entry);
    return entry;
  }
}
