import type { IncomingMessage } from 'node:http';
import type { Database } from './db/database.ts';
import { auditEvents, keepPartitions, partnerRequests } from './db/record-tables.ts';
import { signIn, signOut } from './graphql/sign-in.ts';
import type { Caller } from './http/caller.ts';
import type { Answer } from './http/envelope.ts';
import { type RequestContext, wellFormedRequestId } from './http/request-context.ts';
import { describeError, type Log } from './log.ts';
import { logRequest } from './request-log.ts';
import { operations } from './rest/operations.ts';
import { createRestApi } from './rest/rest-api.ts';
import { pathOf } from './rest/route.ts';
import { createRoutes } from './routes.ts';
import { ApiTokenAuthenticator } from './services/access/authenticate-api-token.ts';
import { OperatorAuthenticator } from './services/access/authenticate-operator.ts';
import { FailedTries } from './services/limits/failed-tries.ts';
import { forgetIdleBuckets, sharedBucket } from './services/limits/rate-limit-bucket.ts';
import { RateLimiter, type RateLimitPolicy } from './services/limits/rate-limiter.ts';
import { forgetEndedSessions } from './services/operators/operator-session.ts';
import {
  type PartnerRequestRecord,
  PartnerRequestRecorder,
} from './services/records/record-partner-request.ts';
import { TokenUseRecorder } from './services/records/record-token-use.ts';

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
  /** How long what partners sent is kept for operators. */
  partnerRequestDays: number;
  /** How long it is kept who changed what. */
  auditEventDays: number;
  /** Of requests with a token or session that is nobody's, by address. */
  authFailureLimit: RateLimitPolicy;
}

export interface App {
  /**
   * Answers a request of a caller. `target`: the path and query as they were sent; a `Request` has rewritten `.` and
   * `..` in them.
   */
  fetch(request: Request, caller: Caller, target?: string): Promise<Response>;
  /** The answer to a request that is refused before it is read; undefined for all others. */
  refuseUnread(incoming: IncomingMessage, caller: () => Caller): Answer | undefined;
  /** From now on `/readyz` says no, so that no new requests are sent here. */
  drain(): void;
  /** Writes what is kept in memory. */
  close(): Promise<void>;
}

function toPartnerRequest(
  { requestId, callerRequestId, externalServiceId, operation, externalId, error }: RequestContext,
  now: number,
  status: number,
  milliseconds: number,
): PartnerRequestRecord {
  return {
    id: requestId,
    at: new Date(now).toISOString(),
    externalServiceId,
    operation: operation ?? 'none',
    externalId,
    status,
    errorType: error?.type,
    // Of an unknown field only where it stood: its name is the partner's, and may be anything.
    issuePaths:
      error?.issues?.map(({ path, code }) =>
        (code === 'unrecognized_keys' ? path.slice(0, -1) : path).join('.'),
      ) ?? [],
    milliseconds: Math.round(milliseconds * 100) / 100,
    requestId,
    callerRequestId,
  };
}

const flushMillis = 5_000;
const tidyMillis = 60 * 60 * 1_000;
const leaseRenewalMillis = 10 * 60 * 1_000;

const partnerPrefix = '/api/v1/external-services/';

/** Puts the service together: ordinary calls, in the order of the layers. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log, now, monotonic, newId, rateLimit, authFailureLimit } = dependencies;
  let draining = false;

  const tokenUses = new TokenUseRecorder(database, now);
  const tries = new FailedTries({
    policy: authFailureLimit,
    shared: sharedBucket(database, 'failed try'),
    monotonic,
  });
  const authenticator = new ApiTokenAuthenticator({ database, monotonic, now, tries });
  const rateLimiter = new RateLimiter(rateLimit, sharedBucket(database, 'api token'), monotonic);
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const restApi = createRestApi(operations(today), {
    services: { database, newId, now },
    authenticator,
    rateLimiter,
    tokenUses,
  });
  const operators = new OperatorAuthenticator(database, tries);
  const signInDependencies = { database, newId, operators };
  // Loaded when the first operator comes: a process starts in two thirds of the time without it (0.5 s, not 0.7 s).
  const loadGraphql = async () => {
    const { createGraphqlEndpoint } = await import('./graphql/endpoint.ts');
    return createGraphqlEndpoint({
      database,
      newId,
      now,
      today,
      operators,
      onSurprise: (error, requestIds) => log.error({ ...requestIds, err: describeError(error) }, 'graphql'),
    });
  };
  let graphql: ReturnType<typeof loadGraphql> | undefined;
  const routes = createRoutes({
    graphql: async (request, context) => {
      graphql ??= loadGraphql();
      const answer = await graphql;
      return answer(request, context);
    },
    signIn: (request, caller) => signIn(signInDependencies, request, caller),
    signOut: (request, caller) => signOut(signInDependencies, request, caller),
    isDraining: () => draining,
    checkReady: () => database.checkReady(),
  });

  const requestRecorder = new PartnerRequestRecorder(database);
  const flushPartnerRequests = async () => {
    const { dropped } = await requestRecorder.flush();
    if (dropped > 0) log.warn({ dropped }, 'partner requests not recorded: too many at once');
  };
  const inBackground = (what: string, millis: number, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error) => log.warn({ err: describeError(error) }, `${what}: not now, later again`));
    }, millis).unref();
  const timers = [
    inBackground('writing token uses', flushMillis, () => tokenUses.flush()),
    inBackground('writing partner requests', 1_000, () => flushPartnerRequests()),
    inBackground('forgetting what is old', tidyMillis, async () => {
      await forgetIdleBuckets(database);
      await forgetEndedSessions(database);
      await keepPartitions(database, partnerRequests, dependencies.partnerRequestDays, now());
      await keepPartitions(database, auditEvents, dependencies.auditEventDays, now());
    }),
    inBackground('renewing the lease of the functions', leaseRenewalMillis, () => database.renewLease()),
  ];

  const newContext = (caller: Caller, sentRequestId: string | undefined): RequestContext => ({
    ...caller,
    requestId: newId(),
    callerRequestId: wellFormedRequestId(sentRequestId),
  });
  const keep = (context: RequestContext, status: number, milliseconds: number) => {
    logRequest(log, context, status, milliseconds);
    if (context.isPartnerRequest) {
      requestRecorder.record(toPartnerRequest(context, now(), status, milliseconds));
    }
  };

  return {
    fetch: async (request, caller, target = request.url) => {
      const path = pathOf(target);
      const startedAt = monotonic();
      const context = newContext(caller, request.headers.get('x-request-id') ?? undefined);
      const response = await (path.startsWith(partnerPrefix)
        ? restApi.fetch(request, path, context)
        : routes.fetch(request, { context }));
      keep(context, response.status, monotonic() - startedAt);
      return response;
    },
    refuseUnread: ({ method = '', url = '/', headers }, caller) => {
      const startedAt = monotonic();
      let context: RequestContext | undefined;
      const answer = restApi.refuseCrowd(method, pathOf(url), () => {
        context = newContext(caller(), headers['x-request-id'] as string | undefined);
        return context;
      });
      if (answer && context) keep(context, answer.status, monotonic() - startedAt);
      return answer;
    },
    drain: () => {
      draining = true;
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([tokenUses.flush(), requestRecorder.flush()]);
    },
  };
}
