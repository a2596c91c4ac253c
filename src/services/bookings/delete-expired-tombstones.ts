import type { Database } from '../../db/connection/database.ts';

/** Not in the document: the maximum per external service. The oldest are deleted first. */
export const maxTombstones = 1_000_000;
const dayMillis = 24 * 60 * 60 * 1_000;
/** Rows per statement, so that none locks many rows for long. */
const pieceSize = 10_000;

/**
 * Deletes remembered cancellations without a booking: those older than `daysKept`, and the oldest beyond the maximum
 * per service.
 *
 * @param now Unix milliseconds
 */
export async function deleteExpiredTombstones(
  database: Database,
  daysKept: number,
  now: number,
  max = maxTombstones,
): Promise<void> {
  const keptFrom = new Date(now - daysKept * dayMillis).toISOString();
  const services = await database.query<{ id: string }>('select id from external_services', []);
  for (const { id } of services) {
    // The newest one beyond the maximum.
    const [excess] = await database.query<{ cancelledAt: string }>(
      `select cancelled_at::text as "cancelledAt" from cancellation_stamps
       where external_service_id = $1 order by cancelled_at desc offset $2 limit 1`,
      [id, max],
    );
    const forgetPiece = () =>
      database.query(
        `delete from cancellation_stamps s
         using (
           select external_court_booking_id as booking from cancellation_stamps
           where external_service_id = $1 and (cancelled_at < $2 or cancelled_at <= $3)
           order by cancelled_at limit $4
         ) old
         where s.external_service_id = $1 and s.external_court_booking_id = old.booking
         returning 1`,
        [id, keptFrom, excess?.cancelledAt ?? '-infinity', pieceSize],
      );
    while ((await forgetPiece()).length === pieceSize);
  }
}
