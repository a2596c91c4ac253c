import { startBackgroundJobs } from './app/background-jobs.ts';
import type { AppDependencies } from './app/dependencies.ts';
import { createOperatorApi } from './app/operator-api.ts';
import { createPartnerApi } from './app/partner-api.ts';
import { unreadyReason } from './db/connection/readiness.ts';
import { healthRoutes } from './http/health-routes.ts';
import { RejectionThrottle } from './http/rejection-throttle.ts';
import { createRequestHandler, type RequestHandler } from './http/request-handler.ts';
import { notFoundPage } from './pages/not-found-page.ts';
import { pageRoutes } from './pages/routes.ts';
import { sdkPackage } from './pages/sdk-package.ts';
import { tooLongPage } from './pages/too-long-page.ts';
import { openApiRoute, readOpenApiDocument } from './rest/transport/routes.ts';
import { ChangeWatch } from './services/changes/change-watch.ts';
import { FailedAttempts } from './services/limits/failed-attempts.ts';
import { limitKeyOf } from './services/limits/limit-key.ts';
import { localBucket, sharedBucket } from './services/limits/rate-limit-bucket.ts';
import { findSdkPackage, keepSdkPackage } from './services/sdk-packages/sdk-packages.ts';
import { forOperators, operatorOfRequest } from './sign-in/operator-of-request.ts';
import { describeError } from './telemetry/log.ts';
import { requestLog } from './telemetry/log-request.ts';
import { createMetrics } from './telemetry/metrics.ts';

export interface App extends RequestHandler {
  /** `/readyz` fails from now on, so that the load balancer sends no new requests here. Waiting requests for changes end. */
  drain(): void;
  /** Makes in advance what takes seconds, so that no request waits for it. Never rejects. */
  prepare(): Promise<void>;
  /** `/metrics` without a token, for a port of its own. */
  metrics: RequestHandler;
  /** Writes what is kept in memory. */
  close(): Promise<void>;
}

/** Connects the partner API, the operator API and the background jobs. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log, now, monotonic, newId, authFailureLimit, webhooks } = dependencies;
  let isDraining = false;
  const checkReady = () => database.checkReady();
  const health = { isDraining: () => isDraining, checkReady };
  const metrics = createMetrics({
    database,
    retention: dependencies,
    secrets: webhooks.secrets,
    // As /readyz responds.
    isReady: () =>
      checkReady().then(
        () => !isDraining,
        () => false,
      ),
    now,
    onFault: (error) => log.warn({ err: describeError(error) }, 'metrics: the database could not be queried'),
  });
  const shared = sharedBucket(database, 'failed try');
  const attempts = new FailedAttempts({ policy: authFailureLimit, shared, monotonic });
  const changeWatch = new ChangeWatch({ database, now });
  const throttle = new RejectionThrottle(monotonic);

  const partners = createPartnerApi(dependencies, { attempts, changeWatch });
  const operators = createOperatorApi(dependencies, {
    attempts,
    onChanged: () => {
      changeWatch.hint();
      jobs.hint();
    },
  });
  const jobs = startBackgroundJobs(dependencies, { ...partners, ...operators, changeWatch });

  const openApiDocument = readOpenApiDocument();
  const searches = localBucket(monotonic);
  const sdk = sdkPackage(
    {
      keep: (path, bytes) => keepSdkPackage(database, path, bytes),
      find: (path) => findSdkPackage(database, path, searches),
    },
    (message) => {
      // A process that ends closes the database.
      if (!isDraining) log.error({ message }, 'packing the SDK');
    },
  );
  const logResponse = requestLog(log);
  const handler = createRequestHandler({
    routes: [
      ...partners.routes,
      openApiRoute(openApiDocument),
      ...operators.routes,
      ...(dependencies.servesMetricsApart ? [] : [forOperators(operators.operators, metrics.route)]),
      ...pageRoutes(openApiDocument),
      ...sdk.routes,
      ...healthRoutes({
        ...health,
        explain: async (error, request, context) => {
          // While the database is away, no token can be checked.
          const operator = await operatorOfRequest(operators.operators, request, context).catch(
            () => undefined,
          );
          return operator && unreadyReason(error);
        },
      }),
    ],
    notFoundPage,
    rejectsUnread: () => database.saturated.size > 0,
    monotonic,
    newId,
    holdBack: ({ apiTokenId, address }, milliseconds) =>
      throttle.turn(apiTokenId ?? limitKeyOf(address), milliseconds),
    traceRequest: dependencies.traceRequest,
    onMiss: partners.onMiss,
    onResponse: (context, status, milliseconds) => {
      logResponse(context, status, milliseconds);
      metrics.observe(context, status, milliseconds);
      partners.onResponse(context, status, milliseconds);
    },
  });

  return {
    ...handler,
    tooLongPage,
    prepare: sdk.prepare,
    metrics: createRequestHandler({
      routes: [metrics.route, ...healthRoutes({ ...health, explain: async (error) => unreadyReason(error) })],
      notFoundPage,
      rejectsUnread: () => false,
      monotonic,
      newId,
      onMiss: () => {},
      onResponse: () => {},
    }),
    drain: () => {
      isDraining = true;
      jobs.drain();
      changeWatch.drain();
    },
    close: async () => {
      changeWatch.drain();
      await jobs.close();
    },
  };
}
