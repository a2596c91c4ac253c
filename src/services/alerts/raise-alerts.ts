import { inTransaction } from '../../db/connection/in-transaction.ts';
import { sharedBucket } from '../limits/rate-limit-bucket.ts';
import type { ServiceContext } from '../service-context.ts';
import { findCauses } from './find-causes.ts';

type Context = Pick<ServiceContext, 'database' | 'now' | 'newId'>;

/**
 * Rate of evaluations, for all processes together. It is somewhat more often than once a minute, so that no minute is
 * missed.
 */
const evaluation = { perSecond: 1 / 55, burst: 1 };

/** An alert that is still undelivered this long after its end has already been abandoned. */
const toldWithinMillis = 7 * 24 * 60 * 60_000;

/** Calls `raiseAlerts` unless another process has done so within the last minute. */
export async function raiseAlertsInTurn(context: Context): Promise<void> {
  const { granted } = await sharedBucket(context.database, 'alerts')('raised', 1, evaluation);
  if (granted > 0) await raiseAlerts(context);
}

/**
 * Evaluates the conditions for alerts. A new condition becomes an alert, which is sent to every endpoint with its
 * type. When the condition is gone, the alert is resolved, and can be raised again later. Endpoints that received the
 * alert are notified of its end. Returns the number of new alerts.
 *
 * @throws ApiError `service_unavailable`
 */
export function raiseAlerts({ database, now, newId }: Context): Promise<number> {
  return database.transaction(async (em) => {
    const { query } = inTransaction(database, em);
    // Concurrent evaluations would raise an alert twice, or resolve what the other has just found.
    await query("select pg_advisory_xact_lock(hashtextextended('courtbridge/alerts', $1))", [0]);
    const at = new Date(now()).toISOString();
    const causes = await findCauses(query, now());
    const all = JSON.stringify(causes.map((cause) => ({ id: newId(), ...cause })));
    await query(
      `update alerts a set resolved_at = $2
       where a.resolved_at is null and not exists (
         select from jsonb_to_recordset($1::jsonb) as c (type text, cause text) where c.type = a.type and c.cause = a.cause
       )`,
      [all, at],
    );
    const raised = await query<{ id: string; type: string }>(
      `insert into alerts (id, type, cause, message, data, at)
       select c.id, c.type, c.cause, c.message, c.data, $2
       from jsonb_to_recordset($1::jsonb) as c (id uuid, type text, cause text, message text, data jsonb)
       on conflict (type, cause) where resolved_at is null do nothing
       returning id, type`,
      [all, at],
    );
    await query(
      `insert into alert_deliveries (endpoint_id, alert_id, due_at)
       select e.id, a.id, $3 from alert_endpoints e join unnest($1::uuid[], $2::text[]) as a (id, type) on a.type = any (e.types)`,
      [raised.map(({ id }) => id), raised.map(({ type }) => type), at],
    );
    // Uses all stored resolved alerts, not only those resolved above. An alert may be delivered only after its end,
    // and another release may have resolved it. An endpoint is not notified of the end of an alert that it did not
    // receive.
    await query(
      `insert into alert_resolutions (endpoint_id, alert_id, due_at)
       select d.endpoint_id, d.alert_id, $2 from alerts a join alert_deliveries d on d.alert_id = a.id
       where a.resolved_at > $1 and d.delivered_at is not null
       on conflict do nothing`,
      [new Date(now() - toldWithinMillis).toISOString(), at],
    );
    return raised.length;
  });
}

/** Deletes alerts that were resolved more than `days` days ago. `now`: Unix milliseconds. */
export async function deleteOldAlerts(
  { database, now }: Pick<Context, 'database' | 'now'>,
  days: number,
): Promise<void> {
  await database.query('delete from alerts where resolved_at < $1', [
    new Date(now() - days * 24 * 60 * 60_000).toISOString(),
  ]);
}
