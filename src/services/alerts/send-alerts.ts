import type { Database } from '../../db/connection/database.ts';
import type { AlertType } from '../../db/entities/alert.ts';
import { type AttemptContext, attemptWebhook, timeoutMillis } from '../webhook-deliveries/attempt-webhook.ts';

/** An alert or its resolution, as it is sent. */
export interface SentAlert {
  /** The value of `webhook-id`. */
  id: string;
  alertId: string;
  type: AlertType;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  at: string;
  /** Set in a resolution: when the alert ended. */
  resolvedAt: string | null;
  message: string;
  data: Record<string, unknown>;
}

interface SendingContext extends Omit<AttemptContext<SentAlert>, 'signal' | 'timeoutMillis' | 'toBody'> {
  database: Database;
}

/** The tables with pending deliveries: alerts, and resolutions of delivered alerts. */
const tables = ['alert_deliveries', 'alert_resolutions'] as const;

interface Claimed {
  table: (typeof tables)[number];
  endpointId: string;
  attempts: number;
  url: string;
  /** Encrypted, in hexadecimal. */
  secrets: string[];
  alert: SentAlert;
}

/** Maximum number claimed at once from each table. Alerts are rare. */
const atOnce = 20;
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
    const claimed: Claimed[] = [];
    for (const table of tables)
      claimed.push(...(await this.#claim(table, new Date(now).toISOString(), lease)));
    this.#sending = Promise.all(claimed.map((one) => this.#send(one, lease)));
    await this.#sending;
    return claimed.length;
  }

  /** Aborts running attempts and releases them to other processes. */
  async close(): Promise<void> {
    this.#givenUp.abort();
    await this.#sending.catch(() => {});
  }

  #claim(table: Claimed['table'], now: string, lease: string): Promise<Claimed[]> {
    return this.#context.database.read<Claimed>(
      'primary',
      `with due as (
         select endpoint_id, alert_id from ${table} where due_at <= $1 order by due_at limit ${atOnce}
         for update skip locked
       )
       update ${table} d set leased_until = $2, due_at = $2
       from due, alert_endpoints e, alerts a
       where d.endpoint_id = due.endpoint_id and d.alert_id = due.alert_id and e.id = d.endpoint_id and a.id = d.alert_id
       returning '${table}' as table, e.id as "endpointId", d.attempts, e.url, array_remove(array[
         encode(e.secret, 'hex'), case when e.former_secret_until > $1 then encode(e.former_secret, 'hex') end
       ], null) as secrets, jsonb_build_object(
         'id', ${table === 'alert_deliveries' ? 'a.id' : 'd.id'}, 'alertId', a.id, 'type', a.type, 'at', ${instant('a.at')},
         'resolvedAt', ${table === 'alert_deliveries' ? 'null' : instant('a.resolved_at')},
         'message', a.message, 'data', a.data
       ) as alert`,
      [now, lease],
    );
  }

  async #send({ table, alert, ...claimed }: Claimed, lease: string): Promise<void> {
    const { signal } = this.#givenUp;
    const { outcome, dueAt, status, error } = await attemptWebhook<SentAlert>(
      { ...this.#context, toBody: toAlertBody, timeoutMillis, signal },
      { ...claimed, lease, fails: false, signature: 'HMAC_SHA256', change: alert },
    );
    const now = new Date(this.#context.now()).toISOString();
    const isOver = outcome === 'delivered' || outcome === 'exhausted';
    const wasTried = outcome !== 'released';
    await this.#context.database.read(
      'primary',
      `with written as (
         update ${table}
         set leased_until = null, due_at = $4, attempts = attempts + $5, delivered_at = $6,
           last_status = $7, last_error = $8
         where endpoint_id = $1 and alert_id = $2 and leased_until = $3
         returning endpoint_id
       )
       update alert_endpoints e
       set last_success_at = coalesce($6, last_success_at), last_error = $8,
         last_failure_at = case when $6::timestamptz is null then $9 else last_failure_at end
       from written where e.id = written.endpoint_id and $5 > 0`,
      [
        claimed.endpointId,
        alert.alertId,
        lease,
        isOver ? null : (dueAt ?? now),
        wasTried ? 1 : 0,
        outcome === 'delivered' ? now : null,
        status ?? null,
        error ?? null,
        now,
      ],
    );
  }
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
