import { queryIn } from '../../db/connection/query.ts';
import {
  deleteAlertsResolvedBefore,
  insertAlertDeliveries,
  insertAlertResolutions,
  insertAlerts,
  resolveAlerts,
} from '../../db/queries/jobs/raise-alerts.ts';
import { lockName } from '../../db/queries/lock-name.ts';
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
const notifiedWithinMillis = 7 * 24 * 60 * 60_000;

/** Calls `raiseAlerts` unless another process has done so within the last minute. */
export async function raiseAlertsInTurn(context: Context): Promise<void> {
  const once = { returned: 0, needed: 1, wanted: 1 };
  const { granted } = await sharedBucket(context.database, 'alerts')('raised', once, evaluation);
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
    const query = queryIn(em);
    // Concurrent evaluations would raise an alert twice, or resolve what the other has just found.
    await lockName(query, 'courtbridge/alerts');
    const at = new Date(now()).toISOString();
    const causes = (await findCauses(query, now())).map((cause) => ({ id: newId(), ...cause }));
    await resolveAlerts(query, causes, at);
    const raised = await insertAlerts(query, causes, at);
    await insertAlertDeliveries(query, raised, at);
    // Uses all stored resolved alerts, not only those resolved above. An alert may be delivered only after its end,
    // and another release may have resolved it. An endpoint is not notified of the end of an alert that it did not
    // receive.
    await insertAlertResolutions(query, new Date(now() - notifiedWithinMillis).toISOString(), at);
    return raised.length;
  });
}

/** Deletes alerts that were resolved more than `days` days ago. `now`: Unix milliseconds. */
export async function deleteOldAlerts(
  { database, now }: Pick<Context, 'database' | 'now'>,
  days: number,
): Promise<void> {
  await deleteAlertsResolvedBefore(database.query, new Date(now() - days * 24 * 60 * 60_000).toISOString());
}
