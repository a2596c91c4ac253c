import type { Database } from '../../../src/db/connection/database.ts';

/** Writes changes and sequences them in the same transaction, at a time that the test chooses. No other process can sequence them. */
export async function writeChangesAt(
  database: Database,
  at: number,
  statement: string,
  parameters: readonly unknown[],
): Promise<void> {
  await database.transaction(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/changes', 0))");
    await em.execute(statement, parameters);
    await database.callIn(em, 'number_changes', { now: new Date(at).toISOString(), limit: 100 });
  });
}
