import type { AppDependencies } from '../app/dependencies.ts';
import type { Database } from '../db/connection/database.ts';
import type { Env } from '../env.ts';
import { sandboxKeyOf } from '../services/partners/sandbox-report.ts';
import { newId } from '../services/values/new-id.ts';
import type { WebhookDependencies } from '../services/webhooks/webhook-dependencies.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/start-tracing.ts';
import { configureSecretScanning } from './configure-secret-scanning.ts';
import { identityProviderOf } from './configure-sign-in.ts';

interface Opened {
  env: Env;
  database: Database;
  log: Log;
  webhooks: WebhookDependencies;
  tracing?: Tracing | undefined;
}

/** Returns what the service needs, as the environment says. */
export const appDependencies = ({ env, database, log, webhooks, tracing }: Opened): AppDependencies => ({
  database,
  log,
  now: Date.now,
  monotonic: () => performance.now(),
  newId,
  partnerRequestDays: env.PARTNER_REQUEST_DAYS,
  auditEventDays: env.AUDIT_EVENT_DAYS,
  cancellationDays: env.CANCELLATION_DAYS,
  changeDays: env.CHANGE_DAYS,
  rateLimit: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
  authFailureLimit: {
    perSecond: env.AUTH_FAILURE_LIMIT_PER_SECOND,
    burst: env.AUTH_FAILURE_LIMIT_BURST,
  },
  webhooks,
  sandboxKey: env.SANDBOX_KEY === undefined ? undefined : sandboxKeyOf(env.SANDBOX_KEY),
  readScannerKeys: configureSecretScanning(env),
  traceRequest: tracing?.request,
  identityProvider: identityProviderOf(env),
  servesMetricsApart: env.METRICS_PORT !== undefined,
});
