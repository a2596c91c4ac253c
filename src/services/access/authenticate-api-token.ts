import type { Database } from '../../db/connection/database.ts';
import { refusals } from '../../errors.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import type { RateLimitDecision, RateLimitPolicy } from '../limits/rate-limiter.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';
import type { Scope } from './scope.ts';

/** A token that has passed: it exists, has not expired and is not revoked, and its external service is active. */
export interface AuthenticatedToken {
  id: string;
  externalServiceId: string;
  scopes: readonly Scope[];
  /** Where its external service has a rate limit of its own. */
  rateLimit?: RateLimitPolicy | undefined;
}

interface Dependencies {
  database: Database;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** Unix milliseconds. */
  now: () => number;
  attempts: FailedAttempts;
}

interface CacheEntry {
  /** When the query was sent whose answer this is. */
  askedAt: number;
  token: AuthenticatedToken & { expiresAt: number };
}

/**
 * Not in the document: a revocation, and that an external service was switched off, holds in every process within a
 * second, so an answer is believed for less.
 */
const cacheTtlMillis = 800;
/** From this age on it is asked anew beside the request, so that a busy token never waits. */
const refreshMillis = 400;
const maxCachedTokens = 10_000;

/** What a request may be refused for whose token is not there or not good (document, section 5, rules 3 and 4). */
export const authenticateApiTokenErrors = ['missing_api_token', 'invalid_api_token'] as const;
const refuse = refusals(authenticateApiTokenErrors);

/**
 * Tells which external service a token belongs to.
 *
 * @throws ApiError `invalid_api_token` (unknown, malformed, expired, revoked, of a service that is switched
 * off), `rate_limit_exceeded` (too many of
 * those from one address), `service_unavailable`.
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
    // What is known to have expired, or cannot be a token, is not looked up.
    const found =
      !believed && isWellFormedToken('partner', secret)
        ? await attempts.lookUp({ secret, isWellFormed: true }, address, () => this.#lookUp(secret))
        : await attempts.failed(address);
    if (!found) throw refuse('invalid_api_token');
    return found;
  }

  /** The limit of attempts that failed, and what an address has left of it: for whoever has no token that passes. */
  attemptsOf(address: string): { policy: RateLimitPolicy; decision: RateLimitDecision } {
    const { attempts } = this.#dependencies;
    return { policy: attempts.policy, decision: attempts.left(address) };
  }

  /** The rate limit that an external service has of its own, as far as this process has seen one of its tokens. */
  rateLimitOf(externalServiceId: string): RateLimitPolicy | undefined {
    return this.#rateLimits.get(externalServiceId);
  }

  #isLive({ token }: CacheEntry): boolean {
    return token.expiresAt > this.#dependencies.now();
  }

  /** What is known of a token and recent enough; asked anew beside the request when it is no longer quite fresh. */
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
    // Another request may have asked while this one waited for its turn.
    let entry = this.#believed(secret) ?? (await this.#ask(secret));
    // The answer of a query that was sent long before this request may miss a revocation; that of the next one cannot.
    if (entry && entry.askedAt <= arrivedAt - cacheTtlMillis) entry = await this.#ask(secret);
    return entry && this.#isLive(entry) ? entry.token : undefined;
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
      perSecond: number | null;
      burst: number | null;
    }>(
      `select t.id, t.external_service_id as "externalServiceId", t.scopes,
         (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt",
         s.rate_limit_per_second as "perSecond", s.rate_limit_burst as burst
       from api_tokens t join external_services s on s.id = t.external_service_id
       where t.secret_hash = $1 and t.revoked_at is null and s.active`,
      [hashToken(secret)],
    );
    // Oldest first out.
    this.#cache.delete(secret);
    if (!row) return undefined;
    if (this.#cache.size >= maxCachedTokens) this.#cache.delete(this.#cache.keys().next().value as string);
    const { perSecond, burst, expiresAt, ...token } = row;
    const rateLimit = perSecond === null || burst === null ? undefined : { perSecond, burst };
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
