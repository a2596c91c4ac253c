import { createApp } from '../app.ts';
import type { Database } from '../db/connection/database.ts';
import { openDatabase } from '../db/connection/open-database.ts';
import { checkMigrated, migrate } from '../db/migrate.ts';
import { ConfigurationError, type Env, loadEnv } from '../env.ts';
import { createHttpServer } from '../http/http-server.ts';
import { loadDemoData } from '../services/demo/load-demo-data.ts';
import { ensureAdministrator } from '../services/operators/ensure-administrator.ts';
import { newId } from '../services/values/new-id.ts';
import { banner } from '../telemetry/console/banner.ts';
import { helpText } from '../telemetry/console/help.ts';
import { misspelledVariables } from '../telemetry/console/misspelled-variables.ts';
import { failToStart } from '../telemetry/console/start-failure.ts';
import { createLog, describeError, type Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/start-tracing.ts';
import { appDependencies } from './app-dependencies.ts';
import { configureWebhooks } from './configure-webhooks.ts';

async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText());
    return;
  }
  if (args.length > 0)
    throw new ConfigurationError(
      `Unknown argument: ${args[0]}. Configuration is by environment; see --help.`,
    );

  const startedAt = performance.now();
  const env = loadEnv();
  const log = createLog(env.LOG_LEVEL);
  for (const misspelled of misspelledVariables(process.env))
    log.warn(misspelled, 'unknown environment variable: check its spelling');
  switchLevelOnSignal(log, env.LOG_LEVEL);
  const tracing = await startTracing(env);
  const warn = (message: string) => log.warn({ message }, 'database connection');
  const database = await openDatabase(env, warn, tracing?.statement);
  try {
    await serve(env, database, log, tracing, startedAt);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

/** In production, standard output has JSON only. The variable may come from the file .env. */
const isProduction = () => process.env.NODE_ENV === 'production';

/**
 * SIGUSR2 switches between the configured log level and `info`. If the configured level is `info`, it switches to
 * `warn`.
 */
function switchLevelOnSignal(log: Log, configured: Env['LOG_LEVEL']): void {
  const other = configured === 'info' ? 'warn' : 'info';
  process.on('SIGUSR2', () => {
    log.level = log.level === configured ? other : configured;
    log.warn({ to: log.level }, 'log level changed');
  });
}

/** The tracing modules are loaded only if traces are sent. */
async function startTracing(env: Env): Promise<Tracing | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const tracing = await import('../telemetry/start-tracing.ts');
  return tracing.startTracing(env.OTEL_TRACES_SAMPLER_ARG);
}

async function serve(
  env: Env,
  database: Database,
  log: Log,
  tracing: Tracing | undefined,
  startedAt: number,
) {
  const isEmbedded = env.DATABASE_URL === undefined;
  // Migrating the embedded database takes half a second and is not reported.
  const report = (line: string) =>
    isProduction() ? log.info({ detail: line }, 'migrating') : process.stdout.write(`${line}\n`);
  const progress = isEmbedded ? undefined : report;
  if (env.MIGRATE_ON_START) await migrate(database, progress);
  else await checkMigrated(database);
  const webhooks = configureWebhooks(env);
  const demoData =
    (env.DEMO_DATA ?? isEmbedded)
      ? await loadDemoData(database, newId, Date.now, webhooks.secrets)
      : undefined;

  const { inventedToken, isConfiguredTokenRevoked } = await ensureAdministrator(
    { database, newId, now: Date.now, requestId: newId() },
    { configuredToken: env.OPERATOR_TOKEN, mayInvent: isEmbedded },
  );
  if (isConfiguredTokenRevoked) {
    log.warn('The operator of OPERATOR_TOKEN was revoked, and stays so: set OPERATOR_TOKEN to a new token.');
  }

  const app = createApp(appDependencies({ env, database, log, webhooks, tracing }));
  const server = createHttpServer(app, {
    graceMillis: env.DRAIN_GRACE_MS,
    trustedProxies: env.TRUSTED_PROXIES,
  });
  const metrics =
    env.METRICS_PORT === undefined
      ? undefined
      : createHttpServer(app.metrics, { graceMillis: 0, trustedProxies: 0 });
  const metricsAddress = await metrics?.listen(env.METRICS_PORT!, env.HOST);
  const address = await server.listen(env.PORT, env.HOST);

  let stopping = false;
  const stop = async (signal: string) => {
    // A second signal exits at once.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    app.drain();
    await server.drain();
    await metrics?.drain();
    await app.close().catch((error) => log.warn({ err: describeError(error) }, 'token uses not written'));
    await database.close();
    await tracing?.close().catch((error) => log.warn({ err: describeError(error) }, 'traces not sent'));
    log.info({ signal }, 'stopped');
    log.flush(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  void app.prepare();
  const readyMillis = performance.now() - startedAt;
  const text = banner({
    address,
    metricsAddress: metricsAddress ?? address,
    env,
    demoData,
    operatorToken: inventedToken,
    readyMillis,
    now: Date.now(),
  });
  if (!isProduction()) process.stdout.write(text);
  else {
    log.info({ address, metricsAddress, ms: Math.round(readyMillis) }, 'ready');
    // A new token is shown only once, and must not be logged.
    if (inventedToken !== undefined || demoData) process.stderr.write(text);
  }
}

main(process.argv.slice(2)).catch(failToStart);
