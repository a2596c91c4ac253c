import type { Database } from '../../db/connection/database.ts';
import type { Reader } from '../../db/queries/operators/reader.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import type { WebhookContext, WebhookDependencies } from '../../services/webhooks/webhook-dependencies.ts';

/** What every resolver is given: one request of a signed-in operator. */
export interface GraphqlContext {
  operator: AuthenticatedOperator;
  /** Of our own: changes are recorded under it. */
  requestId: string;
  /** The `X-Request-Id` that the caller sent. */
  callerRequestId: string | undefined;
  database: Database;
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** To be told of what has been changed. */
  onChanged: () => void;
  /** The current date, `YYYY-MM-DD`. */
  today: () => string;
  webhooks: WebhookDependencies;
  /** What is sent of a change by webhooks. */
  toBody: WebhookContext['toBody'];
  /** Of the replica, where there is one, until something has been changed. */
  reader: Reader;
}
