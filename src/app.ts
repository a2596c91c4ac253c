import { startBackgroundWork } from './background.ts';
import type { Database } from './db/connection/database.ts';
import { unreadyReason } from './db/connection/readiness.ts';
import type { Retention } from './db/record-tables.ts';
import { operatorRoutes } from './graphql/routes.ts';
import { healthRoutes } from './http/health-routes.ts';
import { RejectionThrottle } from './http/rejection-throttle.ts';
import { createRequestHandler, type RequestHandler, type TraceRequest } from './http/request-handler.ts';
import { notFoundPage } from './pages/not-found-page.ts';
import { operatorPageRoutes } from './pages/operators/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { operations } from './rest/operations.ts';
import { toWebhookBody } from './rest/resources/change-response.ts';
import { missedTargetOf } from './rest/transport/missed-target.ts';
import { openApiRoute, operationRoutes, readOpenApiDocument } from './rest/transport/routes.ts';
import { toPartnerRequest } from './rest/transport/to-partner-request.ts';
import { ApiTokenAuthenticator } from './services/access/authenticate-api-token.ts';
import { OperatorAuthenticator } from './services/access/authenticate-operator.ts';
import { TokenUseRecorder } from './services/access/record-token-use.ts';
import { AlertSender } from './services/alerts/send-alerts.ts';
import { ChangeWatch } from './services/changes/change-watch.ts';
import { FailedAttempts } from './services/limits/failed-attempts.ts';
import { limitKeyOf } from './services/limits/limit-key.ts';
import { sharedBucket } from './services/limits/rate-limit-bucket.ts';
import { RateLimiter, type RateLimitPolicy } from './services/limits/rate-limiter.ts';
import { QueryRecorder } from './services/operators/record-queries.ts';
import { RefusedSignIns } from './services/operators/record-sign-ins.ts';
import { listClubs } from './services/overview/list-clubs.ts';
import { readCalendar } from './services/overview/read-calendar.ts';
import { readOverview } from './services/overview/read-overview.ts';
import { PartnerRequestRecorder } from './services/traffic/record-partner-request.ts';
import { WebhookSender } from './services/webhook-deliveries/send-webhooks.ts';
import type { WebhookDependencies } from './services/webhooks/webhook-dependencies.ts';
import { IdentityProvider, type IdentityProviderSettings } from './sign-in/identity-provider.ts';
import { forOperators, forSignedIn, operatorOfRequest } from './sign-in/operator-of-request.ts';
import { describeError, type Log } from './telemetry/log.ts';
import { requestLog } from './telemetry/log-request.ts';
import { createMetrics } from './telemetry/metrics.ts';

export interface AppDependencies extends Retention {
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
  /** How long cancellations that came before their bookings are remembered. */
  cancellationDays: number;
  /** Of requests with a token or session that is nobody's, by address. */
  authFailureLimit: RateLimitPolicy;
  webhooks: WebhookDependencies;
  /** Whether `/metrics` is served elsewhere, by `App.metrics`: then operators do not find it beside the rest. */
  servesMetricsApart: boolean;
  /** By which operators sign in, beside their tokens. */
  identityProvider?: IdentityProviderSettings | undefined;
  traceRequest?: TraceRequest | undefined;
}

export interface App extends RequestHandler {
  /** From now on `/readyz` says no, so that no new requests are sent here; those that wait for a change are answered. */
  drain(): void;
  /** `/metrics`, without a token: for a port of its own. */
  metrics: RequestHandler;
  /** Writes what is kept in memory. */
  close(): Promise<void>;
}

/** Puts the service together: ordinary calls, in the order of the layers. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log, now, monotonic, newId, rateLimit, authFailureLimit, webhooks } = dependencies;
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const openApiDocument = readOpenApiDocument();
  let isDraining = false;

  const tokenUses = new TokenUseRecorder(database, now);
  const requestRecorder = new PartnerRequestRecorder(database);
  const changeWatch = new ChangeWatch({ database, now });
  const attempts = new FailedAttempts({
    policy: authFailureLimit,
    shared: sharedBucket(database, 'failed try'),
    monotonic,
  });
  const refusalPace = new RejectionThrottle(monotonic);

  const operators = new OperatorAuthenticator(database, attempts);
  const refusedSignIns = new RefusedSignIns({ database, newId, now });
  const queryRecorder = new QueryRecorder({ database, newId, now });
  // As /readyz responds.
  const isReady = () =>
    database.checkReady().then(
      () => !isDraining,
      () => false,
    );
  const metrics = createMetrics({
    database,
    retention: dependencies,
    secrets: webhooks.secrets,
    isReady,
    now,
    onFault: (error) => log.warn({ err: describeError(error) }, 'metrics: the database was not asked'),
  });

  const sender = new WebhookSender({
    database,
    numberChanges: () => changeWatch.number(),
    webhooks,
    toBody: toWebhookBody,
    now,
    monotonic,
    random: Math.random,
    newId,
    onFault: (error) => log.error({ err: describeError(error) }, 'sending a webhook'),
  });

  const alertSender = new AlertSender({
    database,
    webhooks,
    now,
    monotonic,
    random: Math.random,
    onFault: (error) => log.error({ err: describeError(error) }, 'sending an alert'),
  });

  const logResponse = requestLog(log);
  const allOperations = operations(today, rateLimit);
  const health = {
    isDraining: () => isDraining,
    checkReady: () => database.checkReady(),
  };
  const handler = createRequestHandler({
    routes: [
      ...operationRoutes(allOperations, {
        services: { database, newId, now, changeWatch },
        authenticator: new ApiTokenAuthenticator({ database, monotonic, now, attempts }),
        rateLimiter: new RateLimiter(rateLimit, sharedBucket(database, 'api token'), monotonic),
        tokenUses,
      }),
      openApiRoute(openApiDocument),
      ...operatorRoutes({
        database,
        newId,
        now,
        today,
        webhooks,
        toBody: toWebhookBody,
        operators,
        refusedSignIns,
        queryRecorder,
        provider: dependencies.identityProvider && new IdentityProvider(dependencies.identityProvider),
        onProviderFailure: (failure) =>
          log.warn({ message: failure.message }, 'signing in by the identity provider'),
        onChanged: () => {
          changeWatch.hint();
          sender.hint();
        },
        onUnexpectedError: (error, requestIds) =>
          log.error({ ...requestIds, err: describeError(error) }, 'graphql'),
      }),
      ...(dependencies.servesMetricsApart ? [] : [forOperators(operators, metrics.route)]),
      ...operatorPageRoutes({
        now,
        readOverview: (period) => readOverview({ database, now }, period),
        readCalendar: (query) => readCalendar(database, query),
        listClubs: () => listClubs(database),
      }).map((route) => forSignedIn(operators, route)),
      ...pageRoutes(openApiDocument, (message) => log.error({ message }, 'packing the SDK')),
      ...healthRoutes({
        ...health,
        explain: async (error, request, context) => {
          // While the database is away, no token can be checked.
          const operator = await operatorOfRequest(operators, request, context).catch(() => undefined);
          return operator && unreadyReason(error);
        },
      }),
    ],
    notFoundPage,
    refusesUnread: () => database.saturated.size > 0,
    monotonic,
    newId,
    holdBack: ({ apiTokenId, address }, milliseconds) =>
      refusalPace.turn(apiTokenId ?? limitKeyOf(address), milliseconds),
    traceRequest: dependencies.traceRequest,
    onMiss: missedTargetOf(allOperations),
    onAnswer: (context, status, milliseconds) => {
      logResponse(context, status, milliseconds);
      metrics.observe(context, status, milliseconds);
      if (context.isPartnerRequest)
        requestRecorder.record(toPartnerRequest(context, now(), status, milliseconds));
    },
  });
  const stopBackgroundWork = startBackgroundWork({
    ...dependencies,
    tokenUses,
    requestRecorder,
    refusedSignIns,
    queryRecorder,
    alertSender,
    changeWatch,
  });

  // Without the key no secret can be read: what is due waits for a process that has it.
  if (webhooks.secrets)
    sender.start((error) =>
      log.warn({ err: describeError(error) }, 'sending webhooks: not now, later again'),
    );

  return {
    ...handler,
    metrics: createRequestHandler({
      routes: [metrics.route, ...healthRoutes({ ...health, explain: async (error) => unreadyReason(error) })],
      notFoundPage,
      refusesUnread: () => false,
      monotonic,
      newId,
      onMiss: () => {},
      onAnswer: () => {},
    }),
    drain: () => {
      isDraining = true;
      sender.stop();
      changeWatch.drain();
    },
    close: async () => {
      changeWatch.drain();
      stopBackgroundWork();
      await Promise.all([
        sender.close(),
        alertSender.close(),
        tokenUses.flush(),
        requestRecorder.flush(),
        refusedSignIns.flush(),
        queryRecorder.flush(),
      ]);
    },
  };
}
