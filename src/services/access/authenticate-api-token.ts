import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { findApiToken } from '../../db/queries/partners/api-tokens.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import type { RateLimitDecision, RateLimitPolicy } from '../limits/rate-limiter.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';

/** An authenticated token: it exists, has not expired and is not revoked, and its external service is active. */
export interface AuthenticatedToken {
  id: string;
  externalServiceId: string;
  scopes: readonly Scope[];
  /** Set if its external service has its own rate limit. */
  rateLimit?: RateLimitPolicy | undefined;
}

interface Dependencies {
  database: Database;
  /** Milliseconds from a monotonic clock. */
  monotonic: () => number;
  /** Unix milliseconds. */
  now: () => number;
  attempts: FailedAttempts;
}

interface CacheEntry {
  /** When the query that returned this entry was sent. */
  askedAt: number;
  token: AuthenticatedToken & { expiresAt: number };
}

/**
 * Not in the document: revoking a token or deactivating an external service takes effect in every process within one
 * second, so entries are cached for less.
 */
const cacheTtlMillis = 800;
/** From this age on, an entry is refreshed in the background, so that a busy token never waits. */
const refreshMillis = 400;
const maxCachedTokens = 10_000;

/** Errors for a missing or invalid token (document, section 5, rules 3 and 4). */
export const authenticateApiTokenErrors = ['missing_api_token', 'invalid_api_token'] as const;
const createError = errorFactory(authenticateApiTokenErrors);

/**
 * Finds the external service of a token.
 *
 * @throws ApiError `invalid_api_token` (unknown, malformed, expired, revoked, or of a deactivated service),
 * `rate_limit_exceeded` (too many of those from one address), `service_unavailable`.
 */
export class ApiTokenAuthenticator {
  readonly #dependencies: Dependencies;
  readonly #cache = new Map<string, CacheEntry>();
  readonly #asking = new Map<string, Promise<CacheEntry | undefined>>();
  readonly #rateLimits = new Map<string, RateLimitPolicy>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async authenticate(secret: string, address: string): Promise<AuthenticatedToken> {
    const { attempts } = this.#dependencies;
    const believed = this.#believed(secret);
    if (believed && this.#isLive(believed)) return believed.token;
    // Tokens that are known to have expired, or that are malformed, are not looked up.
    const found =
      !believed && isWellFormedToken('partner', secret)
        ? await attempts.lookUp({ secret, isWellFormed: true }, address, () => this.#lookUp(secret))
        : await attempts.failed(address);
    if (!found) throw createError('invalid_api_token');
    return found;
  }

  /** Returns the limit of failed attempts and what an address has left of it, for callers without a valid token. */
  attemptsOf(address: string): { policy: RateLimitPolicy; decision: RateLimitDecision } {
    const { attempts } = this.#dependencies;
    return { policy: attempts.policy, decision: attempts.left(address) };
  }

  /** Returns an external service's own rate limit, if this process has seen one of its tokens. */
  rateLimitOf(externalServiceId: string): RateLimitPolicy | undefined {
    return this.#rateLimits.get(externalServiceId);
  }

  #isLive({ token }: CacheEntry): boolean {
    return token.expiresAt > this.#dependencies.now();
  }

  /** Returns a recent cache entry. Refreshes it in the background if it is older than `refreshMillis`. */
  #believed(secret: string): CacheEntry | undefined {
    const cached = this.#cache.get(secret);
    if (!cached) return undefined;
    const age = this.#dependencies.monotonic() - cached.askedAt;
    if (age >= cacheTtlMillis) return undefined;
    if (age > refreshMillis) this.#ask(secret).catch(() => {});
    return cached;
  }

  async #lookUp(secret: string): Promise<AuthenticatedToken | undefined> {
    const arrivedAt = this.#dependencies.monotonic();
    // Another request may have fetched it while this one was queued.
    let entry = this.#believed(secret) ?? (await this.#ask(secret));
    // A query sent long before this request may miss a revocation. The next one cannot.
    if (entry && entry.askedAt <= arrivedAt - cacheTtlMillis) entry = await this.#ask(secret);
    return entry && this.#isLive(entry) ? entry.token : undefined;
  }

  /** Queries the database. Concurrent requests with the same token share one query. */
  #ask(secret: string): Promise<CacheEntry | undefined> {
    let asking = this.#asking.get(secret);
    if (!asking) {
      asking = this.#read(secret).finally(() => this.#asking.delete(secret));
      this.#asking.set(secret, asking);
    }
    return asking;
  }

  async #read(secret: string): Promise<CacheEntry | undefined> {
    const { database, monotonic, now } = this.#dependencies;
    const askedAt = monotonic();
    const at = new Date(now()).toISOString();
    const row = await findApiToken<Scope>(database.query, hashToken(secret), at);
    // The oldest entry is evicted first.
    this.#cache.delete(secret);
    if (!row) return undefined;
    if (this.#cache.size >= maxCachedTokens) this.#cache.delete(this.#cache.keys().next().value as string);
    const { expiresAt, ...token } = row;
    const rateLimit = row.rateLimit ?? undefined;
    if (rateLimit) this.#rateLimits.set(token.externalServiceId, rateLimit);
    else this.#rateLimits.delete(token.externalServiceId);
    const entry = {
      askedAt,
      token: { ...token, rateLimit, expiresAt: expiresAt ?? Number.POSITIVE_INFINITY },
    };
    this.#cache.set(secret, entry);
    return entry;
  }
}
