import type { Database } from '../../db/connection/database.ts';
import {
  deleteOldestCancellations,
  findNewestExcess,
  listExternalServices,
} from '../../db/queries/jobs/cancellations.ts';

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
  const { query } = database;
  for (const { id: externalServiceId } of await listExternalServices(query)) {
    const excess = await findNewestExcess(query, externalServiceId, max);
    const piece = { externalServiceId, keptFrom, excess, limit: pieceSize };
    while ((await deleteOldestCancellations(query, piece)) === pieceSize);
  }
}
