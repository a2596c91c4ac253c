import { openDatabase } from '../db/connection/open-database.ts';
import { migrate } from '../db/migrate.ts';
import { loadEnv } from '../env.ts';
import { writeProgress } from '../telemetry/console/progress.ts';
import { failToStart } from '../telemetry/console/start-failure.ts';

/**
 * `npm run db:migrate` migrates the database to the schema of this version and exits. The service itself can then run
 * with MIGRATE_ON_START=0, as a user who does not own the schema.
 */
async function main(): Promise<void> {
  const database = await openDatabase(loadEnv(), writeProgress);
  try {
    await migrate(database, writeProgress);
    writeProgress('The database is ready for this version.');
  } finally {
    await database.close().catch(() => {});
  }
}

main().catch(failToStart);
