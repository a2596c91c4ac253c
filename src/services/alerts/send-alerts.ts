import type { Database } from '../../db/connection/database.ts';
import type { AlertType } from '../../db/entities/alert.ts';
import { type AttemptContext, attemptWebhook, timeoutMillis } from '../webhook-deliveries/attempt-webhook.ts';

/** An alert, or its end, as it is sent. */
export interface SentAlert {
  /** The webhook-id. */
  id: string;
  alertId: string;
  type: AlertType;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  at: string;
  /** Of the end: when it was. */
  resolvedAt: string | null;
  message: string;
  data: Record<string, unknown>;
}

interface SendingContext extends Omit<AttemptContext<SentAlert>, 'signal' | 'timeoutMillis' | 'toBody'> {
  database: Database;
}

/** Where it stands what is to be sent: alerts, and the ends of those that were taken. */
const tables = ['alert_deliveries', 'alert_resolutions'] as const;

interface Claimed {
  table: (typeof tables)[number];
  endpointId: string;
  attempts: number;
  url: string;
  /** Sealed, as hexadecimal digits. */
  secrets: string[];
  alert: SentAlert;
}

/** At once; there are few. */
const atOnce = 20;
/** Longer than an attempt can take, and writing down the end of it. */
const leaseMillis = timeoutMillis + 10_000;

/**
 * What is sent of an alert. Its end has a type of its own: who knows none but the alert would take it for another one. `status` is as
 * in Prometheus' Alertmanager, and `alertId` tells which alert it is that is over.
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
 * Sends alerts to the operators' endpoints, as webhooks are sent to those of partners: the same attempt, signature and waits. Whichever
 * process takes one has a lease of it; what is lost with a process is due again when that ends.
 */
export class AlertSender {
  readonly #context: SendingContext;
  readonly #givenUp = new AbortController();
  #sending: Promise<unknown> = Promise.resolve();

  constructor(context: SendingContext) {
    this.#context = context;
  }

  /**
   * Sends what is due; answers how much that was, once each has ended.
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

  /** Gives back what is under way: another process sends it. */
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
