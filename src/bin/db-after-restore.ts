import { advanceSequences, writersConnected } from '../db/advance-sequences.ts';
import { openDatabase } from '../db/connection/open-database.ts';
import { migrate, UnsuitableDatabase } from '../db/migrate.ts';
import { loadEnv } from '../env.ts';
import { writeProgress } from '../telemetry/console/progress.ts';
import { failToStart } from '../telemetry/console/start-failure.ts';

/**
 * `npm run db:after-restore` prepares a database that was restored to an earlier time. Run it before a service starts
 * on it.
 */
async function main(): Promise<void> {
  const database = await openDatabase(loadEnv(), writeProgress);
  try {
    const roles = await writersConnected(database);
    if (roles.length > 0)
      throw new UnsuitableDatabase(
        `Other sessions that may write are connected to the database (role: ${roles.join(', ')}). Stop every process of the ` +
          'service, close other sessions, and run the command again. Nothing was changed.',
      );
    await migrate(database, writeProgress);
    const count = await advanceSequences(database, Date.now());
    writeProgress(
      `The numbers of the changes of ${count} external services were moved ahead. Cursors behind lost changes have expired. ` +
        'Continue with docs/restore.md before partners can reach the service.',
    );
  } finally {
    await database.close().catch(() => {});
  }
}

main().catch(failToStart);
