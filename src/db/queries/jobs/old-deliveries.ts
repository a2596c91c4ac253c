import type { Query } from '../../connection/query.ts';

/** Deletes the first deliveries of an endpoint. Returns their number. */
export async function deleteFirstDeliveries(
  query: Query,
  endpointId: string,
  limit: number,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `with gone as (
         delete from webhook_deliveries d
         using (select id from webhook_deliveries where endpoint_id = $1 order by id limit ${limit}) as first
         where d.endpoint_id = $1 and d.id = first.id returning 1
       ) select count(*)::int as count from gone`,
    [endpointId],
  );
  return row!.count;
}

/**
 * Finds the next endpoint with deliveries, in the order of ids, with a single index access. `isGone` is true if the
 * endpoint was deleted.
 */
export async function findNextDeliveringEndpoint(
  query: Query,
  after: string,
): Promise<{ id: string; isGone: boolean } | undefined> {
  const [next] = await query<{ id: string; isGone: boolean }>(
    `select d.endpoint_id as id, not exists (select from webhook_endpoints e where e.id = d.endpoint_id) as "isGone"
       from webhook_deliveries d where d.endpoint_id > $1 order by d.endpoint_id limit 1`,
    [after],
  );
  return next;
}
