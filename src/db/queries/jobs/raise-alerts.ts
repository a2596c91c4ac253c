import type { Query } from '../../connection/query.ts';
import type { AlertType } from '../../entities/alert.ts';

/** A condition that operators are alerted about for as long as it exists. */
export interface Cause {
  type: AlertType;
  /** Distinguishes it from others of its type. */
  cause: string;
  /** The problem, and what to do. */
  message: string;
  data: Record<string, unknown>;
}

/** A condition that currently exists. `id` becomes the id of its alert, if it is a new one. */
export type AlertCause = Cause & { id: string };

/** Resolves open alerts whose cause is not in the list. */
export async function resolveAlerts(query: Query, causes: readonly AlertCause[], now: string): Promise<void> {
  await query(
    `update alerts a set resolved_at = $2
     where a.resolved_at is null and not exists (
       select from jsonb_to_recordset($1::jsonb) as c (type text, cause text) where c.type = a.type and c.cause = a.cause
     )`,
    [JSON.stringify(causes), now],
  );
}

/** Inserts an alert for each cause without an open one. Returns the new alerts. */
export function insertAlerts(
  query: Query,
  causes: readonly AlertCause[],
  now: string,
): Promise<{ id: string; type: string }[]> {
  return query<{ id: string; type: string }>(
    `insert into alerts (id, type, cause, message, data, at)
     select c.id, c.type, c.cause, c.message, c.data, $2
     from jsonb_to_recordset($1::jsonb) as c (id uuid, type text, cause text, message text, data jsonb)
     on conflict (type, cause) where resolved_at is null do nothing
     returning id, type`,
    [JSON.stringify(causes), now],
  );
}

/** Queues alerts for all endpoints that receive their types. */
export async function insertAlertDeliveries(
  query: Query,
  alerts: readonly { id: string; type: string }[],
  dueAt: string,
): Promise<void> {
  await query(
    `insert into alert_deliveries (endpoint_id, alert_id, due_at)
     select e.id, a.id, $3 from alert_endpoints e join unnest($1::uuid[], $2::text[]) as a (id, type) on a.type = any (e.types)`,
    [alerts.map(({ id }) => id), alerts.map(({ type }) => type), dueAt],
  );
}

/** Queues the resolutions of delivered alerts that ended after `resolvedAfter`, unless they are already queued or sent. */
export async function insertAlertResolutions(
  query: Query,
  resolvedAfter: string,
  dueAt: string,
): Promise<void> {
  await query(
    `insert into alert_resolutions (endpoint_id, alert_id, due_at)
     select d.endpoint_id, d.alert_id, $2 from alerts a join alert_deliveries d on d.alert_id = a.id
     where a.resolved_at > $1 and d.delivered_at is not null
     on conflict do nothing`,
    [resolvedAfter, dueAt],
  );
}

export async function deleteAlertsResolvedBefore(query: Query, time: string): Promise<void> {
  await query('delete from alerts where resolved_at < $1', [time]);
}
