import type { Env } from '../../env.ts';
import type { Database } from './database.ts';
import type { TraceStatement } from './prepared-client.ts';

/** Opens the configured database. Each implementation is loaded on demand, because both are large. */
export async function openDatabase(
  env: Env,
  onWarning: (message: string) => void,
  traceStatement?: TraceStatement,
): Promise<Database> {
  if (env.DATABASE_URL === undefined) {
    const { openEmbedded } = await import('./open-embedded.ts');
    return openEmbedded(env.DATA_DIR);
  }
  const { openPostgresql } = await import('./open-postgresql.ts');
  return openPostgresql({
    url: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    prepareStatements: env.PREPARE_STATEMENTS,
    traceStatement,
    onWarning,
  });
}
