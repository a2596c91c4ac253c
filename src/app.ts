import type { Database } from './db/database.ts';
import { describeError, type Log } from './log.ts';
import { logRequest } from './request-log.ts';
import { operations } from './rest/operations.ts';
import { type RequestContext, requestIdOf } from './rest/request-context.ts';
import { createRestApi } from './rest/rest-api.ts';
import { createRoutes } from './routes.ts';
import { ApiTokenAuthenticator } from './services/authenticate-api-token.ts';
import { forgetIdleBuckets, localBucket, sharedBucket } from './services/rate-limit-bucket.ts';
import { RateLimiter, type RateLimitPolicy } from './services/rate-limiter.ts';
import { TokenUseRecorder } from './services/record-token-use.ts';

export interface AppDependencies {
  database: Database;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** A new UUID, in the order of time. */
  newId: () => string;
  /** Of requests, by API token. */
  rateLimit: RateLimitPolicy;
  /** Of requests with an invalid token, by address. */
  authFailureLimit: RateLimitPolicy;
}

export interface App {
  /** Answers a request that came from a network address. */
  fetch(request: Request, address: string): Promise<Response>;
  /** From now on `/readyz` says no, so that no new requests are sent here. */
  drain(): void;
  /** Writes what is kept in memory. */
  close(): Promise<void>;
}

const flushMillis = 5_000;
const tidyMillis = 60 * 60 * 1_000;

/** Puts the service together: ordinary calls, in the order of the layers. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log, now, monotonic, newId, rateLimit, authFailureLimit } = dependencies;
  let draining = false;

  const tokenUses = new TokenUseRecorder(database, now);
  const authenticator = new ApiTokenAuthenticator({
    database,
    monotonic,
    now,
    malformedTokens: new RateLimiter(authFailureLimit, localBucket(monotonic), monotonic),
    unknownTokens: new RateLimiter(authFailureLimit, sharedBucket(database, 'unknown token'), monotonic),
  });
  const rateLimiter = new RateLimiter(rateLimit, sharedBucket(database, 'api token'), monotonic);
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const restApi = createRestApi(operations(today), {
    services: { database, newId },
    authenticator,
    rateLimiter,
    tokenUses,
  });
  const routes = createRoutes({
    restApi,
    isDraining: () => draining,
    ping: () => database.query('select $1', ['ping']),
  });

  const inBackground = (what: string, millis: number, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error) => log.warn({ err: describeError(error) }, `${what}: not now, later again`));
    }, millis).unref();
  const timers = [
    inBackground('writing token uses', flushMillis, () => tokenUses.flush()),
    inBackground('forgetting idle rate limit buckets', tidyMillis, () => forgetIdleBuckets(database)),
  ];

  return {
    fetch: async (request, address) => {
      const startedAt = monotonic();
      const context: RequestContext = { requestId: requestIdOf(request), address };
      const response = await routes.fetch(request, { context });
      logRequest(log, context, response.status, monotonic() - startedAt);
      return response;
    },
    drain: () => {
      draining = true;
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await tokenUses.flush();
    },
  };
}
