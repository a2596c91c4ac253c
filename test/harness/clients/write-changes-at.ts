import type { Database } from '../../../src/db/connection/database.ts';

/** Writes changes that are numbered at a time of the test's choosing: in one transaction, in which nobody else numbers them. */
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
