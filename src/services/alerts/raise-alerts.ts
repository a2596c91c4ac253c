import { inTransaction } from '../../db/connection/in-transaction.ts';
import { sharedBucket } from '../limits/rate-limit-bucket.ts';
import type { ServiceContext } from '../service-context.ts';
import { findCauses } from './find-causes.ts';

type Context = Pick<ServiceContext, 'database' | 'now' | 'newId'>;

/** How often it is looked, of all processes together; somewhat more often than each minute, so that none is missed. */
const evaluation = { perSecond: 1 / 55, burst: 1 };

/** An alert that has not been taken so long after it was over has been given up before. */
const toldWithinMillis = 7 * 24 * 60 * 60_000;

/** As `raiseAlerts`, where no other process has looked within the last minute. */
export async function raiseAlertsInTurn(context: Context): Promise<void> {
  const { granted } = await sharedBucket(context.database, 'alerts')('raised', 1, evaluation);
  if (granted > 0) await raiseAlerts(context);
}

/**
 * Looks for what operators are to be told of: what is new becomes an alert, to be sent to every endpoint that takes its type; what is gone is
 * resolved, and would be told again. Whoever has taken an alert is told that it is over. Answers how many are new.
 *
 * @throws ApiError `service_unavailable`
 */
export function raiseAlerts({ database, now, newId }: Context): Promise<number> {
  return database.transaction(async (em) => {
    const { query } = inTransaction(database, em);
    // Two that look at once would tell of one thing twice, or resolve what the other has just found.
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
    // By what is stored, and not by what was resolved just now: the alert may be taken only after it is over, and another release may
    // have resolved it. Nobody is told of the end of what it was not told of.
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

/** Forgets alerts that were resolved so many days ago. `now`: Unix milliseconds. */
export async function deleteOldAlerts(
  { database, now }: Pick<Context, 'database' | 'now'>,
  days: number,
): Promise<void> {
  await database.query('delete from alerts where resolved_at < $1', [
    new Date(now() - days * 24 * 60 * 60_000).toISOString(),
  ]);
}
