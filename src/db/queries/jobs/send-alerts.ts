import type { Query } from '../../connection/query.ts';
import type { AlertType } from '../../entities/alert.ts';

/** The tables with pending deliveries: alerts, and resolutions of delivered alerts. */
export const alertDeliveryTables = ['alert_deliveries', 'alert_resolutions'] as const;
type Table = (typeof alertDeliveryTables)[number];

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

export interface ClaimedAlert {
  table: Table;
  endpointId: string;
  attempts: number;
  url: string;
  /** Encrypted, in hexadecimal. */
  secrets: string[];
  alert: SentAlert;
}

/** Maximum number claimed at once from each table. Alerts are rare. */
const atOnce = 20;

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Claims due deliveries until the end of the lease. Those that another process is claiming are skipped. */
export function claimAlerts(query: Query, table: Table, now: string, lease: string): Promise<ClaimedAlert[]> {
  return query<ClaimedAlert>(
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

/** The result of an attempt to deliver an alert. */
export interface AlertAttempt {
  endpointId: string;
  alertId: string;
  /** The end of the lease. */
  lease: string;
  /** The next attempt; null if there is none. */
  dueAt: string | null;
  /** 0 if the attempt was aborted. */
  attempts: 0 | 1;
  deliveredAt: string | null;
  status: number | null;
  error: string | null;
  now: string;
}

/** Updates a delivery and its endpoint after an attempt, unless the lease was taken over by another process. */
export async function updateAlertDelivery(
  query: Query,
  table: Table,
  { endpointId, alertId, lease, dueAt, attempts, deliveredAt, status, error, now }: AlertAttempt,
): Promise<void> {
  await query(
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
    [endpointId, alertId, lease, dueAt, attempts, deliveredAt, status, error, now],
  );
}
