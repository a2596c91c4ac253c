import type { Database } from './database.ts';
import { databaseFunctions } from './functions.ts';

/** More changes than any external service has in the time between a backup and its restore. */
export const skippedSequences = 1_000_000_000;

/**
 * Moves the `sequence` of every external service ahead, for a database that was restored to an earlier time.
 *
 * The service has assigned sequence numbers since the backup. If it assigned them again, receivers of webhooks would drop the
 * new changes as old ones. The gap also makes every cursor of before expire, so that readers list everything again.
 *
 * Repeating it is harmless: it leaves another gap.
 *
 * @param now Unix milliseconds
 * @returns how many external services there are
 */
export function advanceSequences(database: Database, now: number): Promise<number> {
  const { schema } = databaseFunctions();
  return database.transaction(async (em) => {
    // Nobody may assign numbers meanwhile (functions/changes.sql).
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/changes', 0))");
    const services = await em.execute<object[]>(
      `insert into change_counters as c (external_service_id, sequence, change_id)
       select id, ${skippedSequences}, ${schema}.change_id(?::bigint, id, ${skippedSequences}) from external_services
       on conflict (external_service_id) do update set
         sequence = c.sequence + ${skippedSequences},
         change_id = ${schema}.change_id(
           greatest(?::bigint, ${schema}.millis_of(c.change_id)), c.external_service_id, c.sequence + ${skippedSequences}
         )
       returning external_service_id`,
      [now, now],
    );
    return services.length;
  });
}
