import { firstId } from '../../db/id-parts.ts';
import type { ServiceContext } from '../service-context.ts';

type Context = Pick<ServiceContext, 'database'>;

/** Deleted in one statement: a moment's work. */
const atOnce = 5_000;

/**
 * Deletes the deliveries of an endpoint that is gone, some at a time.
 *
 * @param goesOn whether a further piece may be begun
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
 * Deletes the deliveries of all endpoints that are gone: what was left when they were deleted, and what was numbered just
 * then.
 */
export async function deleteOrphanedDeliveries(context: Context): Promise<void> {
  let last = firstId;
  for (;;) {
    // From one endpoint that has deliveries to the next, each by one look into the index.
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
