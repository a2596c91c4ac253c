import type { Database } from './connection/database.ts';
import { databaseFunctions } from './functions/functions.ts';

/** More changes than any external service has between a backup and its restore. */
export const minimumSkip = 100_000_000;

/**
 * Moves the `sequence` of every external service ahead, for a database that was restored to an earlier time: to the current
 * Unix time in seconds, and by at least `minimumSkip`.
 *
 * The service has assigned sequence numbers since the backup. If it assigned them again, receivers of webhooks would drop the
 * new changes as old ones. The time makes the numbers differ also when one backup is restored twice, if an external service
 * has fewer than one change per second between the two. Cursors behind lost changes expire.
 *
 * Repeating it is harmless: it leaves another gap.
 *
 * @param now Unix milliseconds
 * @returns how many external services there are
 */
export function advanceSequences(database: Database, now: number): Promise<number> {
  const { schema } = databaseFunctions();
  return database.transaction(async (em) => {
    // No other process may assign sequence numbers meanwhile (functions/changes.sql).
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/changes', 0))");
    const services = await em.execute<object[]>(
      `insert into change_counters (external_service_id, sequence, change_id)
       select s.id, a.sequence, ${schema}.change_id(greatest(?::bigint, ${schema}.millis_of(c.change_id)), s.id, a.sequence)
       from external_services s
       left join change_counters c on c.external_service_id = s.id,
       lateral (select greatest(coalesce(c.sequence, 0) + ${minimumSkip}, ?::bigint) as sequence) a
       on conflict (external_service_id) do update set sequence = excluded.sequence, change_id = excluded.change_id
       returning external_service_id`,
      [now, Math.floor(now / 1_000)],
    );
    return services.length;
  });
}

/**
 * Returns the roles of other sessions that can write changes. These are most likely a running service.
 *
 * Call it before this process has opened a second connection.
 */
export async function writersConnected(database: Database): Promise<string[]> {
  const rows = await database.query<{ role: string }>(
    `select distinct usename::text as role from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
       and coalesce(has_table_privilege(usesysid, to_regclass('change_outbox'), 'insert'), false)
     order by 1`,
    [],
  );
  return rows.map(({ role }) => role);
}
