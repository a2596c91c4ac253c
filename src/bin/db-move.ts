import { copyDatabase } from '../db/connection/copy-database.ts';
import { secretsKeyFile } from '../db/connection/kept-secrets-key.ts';
import { openEmbedded } from '../db/connection/open-embedded.ts';
import { openPostgresql } from '../db/connection/open-postgresql.ts';
import { holdsDatabase } from '../db/connection/prepare-data-dir.ts';
import { migrate } from '../db/migrate.ts';
import { ConfigurationError, loadEnv } from '../env.ts';
import { writeProgress } from '../telemetry/console/progress.ts';
import { failToStart } from '../telemetry/console/start-failure.ts';

/**
 * `npm run db:move` copies the embedded database in `DATA_DIR` into the empty PostgreSQL database of `DATABASE_URL`
 * and exits. The embedded database stays unchanged, so that you can go back.
 */
async function main(): Promise<void> {
  const { DATABASE_URL, DATA_DIR, PREPARE_STATEMENTS } = loadEnv();
  if (DATABASE_URL === undefined)
    throw new ConfigurationError('DATABASE_URL is not set: it names the PostgreSQL database to move to.');
  // Opening a missing folder would create an empty database, and nothing would be moved.
  if (!holdsDatabase(DATA_DIR))
    throw new ConfigurationError(`There is no embedded database in ${DATA_DIR}. Correct DATA_DIR.`);
  const embedded = await openEmbedded(DATA_DIR);
  try {
    const postgresql = await openPostgresql({
      url: DATABASE_URL,
      poolSize: 2,
      prepareStatements: PREPARE_STATEMENTS,
      onWarning: writeProgress,
    });
    try {
      await migrate(embedded, writeProgress);
      await migrate(postgresql, writeProgress);
      const counts = await copyDatabase(embedded, postgresql, () =>
        writeProgress('Another process migrates: waiting for it.'),
      );
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
      writeProgress(`${rows} rows of ${counts.size} tables are in PostgreSQL now. ${DATA_DIR} is as it was.`);
      const key = secretsKeyFile(DATA_DIR);
      if (key)
        writeProgress(
          `Start with the text of ${key} as WEBHOOK_SECRETS_KEY: the secrets of webhooks are encrypted by it.`,
        );
    } finally {
      await postgresql.close().catch(() => {});
    }
  } finally {
    await embedded.close().catch(() => {});
  }
}

main().catch(failToStart);
