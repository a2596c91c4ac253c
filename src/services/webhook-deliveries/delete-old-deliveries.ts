import { firstId } from '../../db/id-parts.ts';
import type { ServiceContext } from '../service-context.ts';

type Context = Pick<ServiceContext, 'database'>;

/** Rows per statement, so that each statement is short. */
const atOnce = 5_000;

/**
 * Deletes the deliveries of a deleted endpoint in batches.
 *
 * @param goesOn returns true if another batch may begin
 */
export async function deleteOldDeliveries(
  { database }: Context,
  endpointId: string,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    const [row] = await database.read<{ count: number }>(
      'primary',
      `with gone as (
         delete from webhook_deliveries d
         using (select id from webhook_deliveries where endpoint_id = $1 order by id limit ${atOnce}) as first
         where d.endpoint_id = $1 and d.id = first.id returning 1
       ) select count(*)::int as count from gone`,
      [endpointId],
    );
    if (row!.count < atOnce) return;
  }
}

/**
 * Deletes the deliveries of all deleted endpoints: those that were left over, and those of changes that were sequenced
 * during the deletion.
 */
export async function deleteOrphanedDeliveries(context: Context): Promise<void> {
  let last = firstId;
  for (;;) {
    // Finds the next endpoint with deliveries with a single index access.
    const [next] = await context.database.read<{ id: string; isGone: boolean }>(
      'primary',
      `select d.endpoint_id as id, not exists (select from webhook_endpoints e where e.id = d.endpoint_id) as "isGone"
       from webhook_deliveries d where d.endpoint_id > $1 order by d.endpoint_id limit 1`,
      [last],
    );
    if (!next) return;
    if (next.isGone) await deleteOldDeliveries(context, next.id, () => true);
    last = next.id;
  }
}
