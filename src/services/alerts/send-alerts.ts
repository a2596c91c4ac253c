import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import {
  alertDeliveryTables,
  type ClaimedAlert,
  claimAlerts,
  type SentAlert,
  updateAlertDelivery,
} from '../../db/queries/jobs/send-alerts.ts';
import { type AttemptContext, attemptWebhook, timeoutMillis } from '../webhook-deliveries/attempt-webhook.ts';

interface SendingContext extends Omit<AttemptContext<SentAlert>, 'signal' | 'timeoutMillis' | 'toBody'> {
  database: Database;
}

/** Longer than an attempt and recording its result can take. */
const leaseMillis = timeoutMillis + 10_000;

/**
 * Returns the body of an alert. A resolution has its own type, because a receiver that knows only alerts would take it
 * for another alert. `status` is as in Prometheus' Alertmanager, and `alertId` identifies the alert that ended.
 */
export function toAlertBody({ type, at, message, data, alertId, resolvedAt }: SentAlert): object {
  const isOver = resolvedAt !== null;
  return {
    type: `alert.${type.toLowerCase()}${isOver ? '.resolved' : ''}`,
    timestamp: isOver ? resolvedAt : at,
    data: {
      message: isOver ? `It is over, and nothing is left to do. It was: ${message}` : message,
      alertId,
      status: isOver ? 'resolved' : 'firing',
      startsAt: at,
      ...(isOver ? { endsAt: resolvedAt } : {}),
      ...data,
    },
  };
}

/**
 * Sends alerts to the operators' endpoints in the same way as webhooks to those of partners: the same attempts,
 * signatures and delays. The process that claims a delivery holds a lease. If the process dies, the delivery is due
 * again when the lease ends.
 */
export class AlertSender {
  readonly #context: SendingContext;
  readonly #givenUp = new AbortController();
  #sending: Promise<unknown> = Promise.resolve();

  constructor(context: SendingContext) {
    this.#context = context;
  }

  /**
   * Sends what is due. Resolves when every attempt has ended, with their number.
   *
   * @throws ApiError `service_unavailable`
   */
  async sendDue(): Promise<number> {
    if (this.#givenUp.signal.aborted) return 0;
    const now = this.#context.now();
    const lease = new Date(now + leaseMillis).toISOString();
    const claimed: ClaimedAlert[] = [];
    const query = onPrimary(this.#context.database);
    for (const table of alertDeliveryTables)
      claimed.push(...(await claimAlerts(query, table, new Date(now).toISOString(), lease)));
    this.#sending = Promise.all(claimed.map((one) => this.#send(one, lease)));
    await this.#sending;
    return claimed.length;
  }

  /** Aborts running attempts and releases them to other processes. */
  async close(): Promise<void> {
    this.#givenUp.abort();
    await this.#sending.catch(() => {});
  }

  async #send({ table, alert, ...claimed }: ClaimedAlert, lease: string): Promise<void> {
    const { signal } = this.#givenUp;
    const { outcome, dueAt, status, error } = await attemptWebhook<SentAlert>(
      { ...this.#context, toBody: toAlertBody, timeoutMillis, signal },
      { ...claimed, lease, fails: false, signature: 'HMAC_SHA256', change: alert },
    );
    const now = new Date(this.#context.now()).toISOString();
    const isOver = outcome === 'delivered' || outcome === 'exhausted';
    const wasTried = outcome !== 'released';
    await updateAlertDelivery(onPrimary(this.#context.database), table, {
      endpointId: claimed.endpointId,
      alertId: alert.alertId,
      lease,
      dueAt: isOver ? null : (dueAt ?? now),
      attempts: wasTried ? 1 : 0,
      deliveredAt: outcome === 'delivered' ? now : null,
      status: status ?? null,
      error: error ?? null,
      now,
    });
  }
}
