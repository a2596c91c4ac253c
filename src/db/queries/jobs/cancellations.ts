import type { Query } from '../../connection/query.ts';

export function listExternalServices(query: Query): Promise<{ id: string }[]> {
  return query<{ id: string }>('select id from external_services', []);
}

/** Returns when the newest cancellation beyond the maximum of an external service was remembered, if there is one. */
export async function findNewestExcess(
  query: Query,
  externalServiceId: string,
  max: number,
): Promise<string | undefined> {
  const [excess] = await query<{ cancelledAt: string }>(
    `select cancelled_at::text as "cancelledAt" from cancellation_stamps
     where external_service_id = $1 order by cancelled_at desc offset $2 limit 1`,
    [externalServiceId, max],
  );
  return excess?.cancelledAt;
}

/**
 * Deletes the oldest remembered cancellations of an external service: those before `keptFrom` and those up to `excess`,
 * at most `limit`. Returns their number.
 */
export async function deleteOldestCancellations(
  query: Query,
  {
    externalServiceId,
    keptFrom,
    excess,
    limit,
  }: { externalServiceId: string; keptFrom: string; excess: string | undefined; limit: number },
): Promise<number> {
  const deleted = await query(
    `delete from cancellation_stamps s
     using (
       select external_court_booking_id as booking from cancellation_stamps
       where external_service_id = $1 and (cancelled_at < $2 or cancelled_at <= $3)
       order by cancelled_at limit $4
     ) old
     where s.external_service_id = $1 and s.external_court_booking_id = old.booking
     returning 1`,
    [externalServiceId, keptFrom, excess ?? '-infinity', limit],
  );
  return deleted.length;
}
