import type { Database } from '../../db/connection/database.ts';
import type { Reader } from '../../db/queries/operators/reader.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import type { SandboxKey } from '../../services/partners/sandbox-report.ts';
import type { WebhookDependencies } from '../../services/webhooks/webhook-dependencies.ts';

/** What requests of operators need, whoever sends them. */
export interface OperatorDependencies {
  database: Database;
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** Called after a change. */
  onChanged: () => void;
  /** The current date, `YYYY-MM-DD`. */
  today: () => string;
  webhooks: WebhookDependencies;
  /** Of the sandbox, where partners go live. */
  sandboxKey?: SandboxKey | undefined;
}

/** The context of every resolver: one request of a signed-in operator. */
export interface GraphqlContext extends OperatorDependencies {
  operator: AuthenticatedOperator;
  /** Assigned by the service. Changes are recorded under it. */
  requestId: string;
  /** The `X-Request-Id` that the caller sent. */
  callerRequestId: string | undefined;
  /** Reads from the replica, if one is configured, until the request changes something. */
  reader: Reader;
  /** Whether a mutation is rolled back, and ends with `REHEARSED`, or returns its result if nothing would change. One with a dry run or several transactions ends before it reads or writes. */
  isRehearsal?: boolean | undefined;
}
