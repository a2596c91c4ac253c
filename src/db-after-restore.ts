import { writeProgress } from './console/progress.ts';
import { explainStartFailure } from './console/start-failure.ts';
import { advanceSequences, skippedSequences } from './db/advance-sequences.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { loadEnv } from './env.ts';

/** `npm run db:after-restore`: prepares a database that was restored to an earlier time, before a service starts on it. */
async function main(): Promise<void> {
  const database = await openDatabase(loadEnv(), writeProgress);
  try {
    await migrate(database, writeProgress);
    const count = await advanceSequences(database, Date.now());
    writeProgress(
      `The changes of ${count} external services continue ${skippedSequences.toLocaleString('en')} numbers later. ` +
        'Every cursor of before has expired, so partners list everything again. You can start the service now.',
    );
  } finally {
    await database.close().catch(() => {});
  }
}

main().catch((error) => {
  process.stderr.write(`${explainStartFailure(error, process.env)}\n`);
  process.exit(1);
});
