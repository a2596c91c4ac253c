import type { Database } from '../db/connection/database.ts';
import type { Retention } from '../db/record-tables.ts';
import type { TraceRequest } from '../http/request-handler.ts';
import type { RateLimitPolicy } from '../services/limits/rate-limiter.ts';
import type { SandboxKey } from '../services/partners/sandbox-report.ts';
import type { ReadKeys } from '../services/secret-scanning/scanner-keys.ts';
import type { WebhookDependencies } from '../services/webhooks/webhook-dependencies.ts';
import type { IdentityProviderSettings } from '../sign-in/identity-provider.ts';
import type { Log } from '../telemetry/log.ts';

export interface AppDependencies extends Retention {
  database: Database;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** A new UUID, in the order of time. */
  newId: () => string;
  /** For requests, per API token. */
  rateLimit: RateLimitPolicy;
  /** Number of days for which the tombstone of a cancellation without a booking is kept. */
  cancellationDays: number;
  /** For requests with an unknown token or session, per address. */
  authFailureLimit: RateLimitPolicy;
  webhooks: WebhookDependencies;
  /** The public key of the sandbox. Defined: partners get tokens only with its report. */
  sandboxKey?: SandboxKey | undefined;
  /** Reads the public keys of GitHub's secret scanning. Undefined: the service does not take part in it. */
  readScannerKeys?: ReadKeys | undefined;
  /** Whether `App.metrics` serves `/metrics` on a port of its own. Otherwise operators find it next to their pages. */
  servesMetricsApart: boolean;
  /** Lets operators sign in with OpenID Connect, in addition to their tokens. */
  identityProvider?: IdentityProviderSettings | undefined;
  traceRequest?: TraceRequest | undefined;
}
