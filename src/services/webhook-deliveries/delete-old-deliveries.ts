import { onPrimary } from '../../db/connection/query.ts';
import { firstId } from '../../db/id-parts.ts';
import { deleteFirstDeliveries, findNextDeliveringEndpoint } from '../../db/queries/jobs/old-deliveries.ts';
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
    const count = await deleteFirstDeliveries(onPrimary(database), endpointId, atOnce);
    if (count < atOnce) return;
  }
}

/**
 * Deletes the deliveries of all deleted endpoints: those that were left over, and those of changes that were sequenced
 * during the deletion.
 */
export async function deleteOrphanedDeliveries(context: Context): Promise<void> {
  let last = firstId;
  for (;;) {
    const next = await findNextDeliveringEndpoint(onPrimary(context.database), last);
    if (!next) return;
    if (next.isGone) await deleteOldDeliveries(context, next.id, () => true);
    last = next.id;
  }
}
