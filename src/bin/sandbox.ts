import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createApp } from '../app.ts';
import { openDatabase } from '../db/connection/open-database.ts';
import { migrate } from '../db/migrate.ts';
import { ConfigurationError, loadEnv } from '../env.ts';
import { createHttpServer } from '../http/http-server.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { isLoopback } from '../sandbox/own-host.ts';
import { usualTimings } from '../sandbox/run-state.ts';
import { openSandboxDatabase } from '../sandbox/sandbox-database.ts';
import { ensureAdministrator } from '../services/operators/ensure-administrator.ts';
import { newId } from '../services/values/new-id.ts';
import { newToken } from '../services/values/secret-formats.ts';
import { failToStart } from '../telemetry/console/start-failure.ts';
import { createLog, describeError } from '../telemetry/log.ts';
import { appDependencies } from './app-dependencies.ts';
import { configureWebhooks } from './configure-webhooks.ts';

/** `npm run sandbox`: the service with a front door that injects faults, on a database of its own. */
async function main(args: string[]): Promise<void> {
  const { values } = readArguments(args);
  if (values.help) {
    process.stdout.write(helpText);
    return;
  }
  const silence = Number(values.silence) * 1_000;
  if (!(silence >= 1_000 && silence <= 120_000))
    throw new ConfigurationError(`--silence must be 1 to 120 seconds, not "${values.silence}".`);
  const startedAt = performance.now();
  // An embedded database is not that of `npm start`.
  process.env.DATA_DIR ??= '.data-sandbox';
  process.env.LOG_LEVEL ??= 'warn';
  // Runs end with the process, and so do the secrets of their webhooks.
  if (process.env.DATABASE_URL) process.env.WEBHOOK_SECRETS_KEY ??= randomBytes(32).toString('base64');
  const env = loadEnv();
  const log = createLog(env.LOG_LEVEL);
  const database = await openDatabase(env, (message) => log.warn({ message }, 'database connection'));
  const sandboxDatabase = await openSandboxDatabase(database);
  await migrate(database);
  // Receivers are on the partner's own machine, unless others reach the sandbox. They must not reach its network.
  const isLocal = isLoopback(env.HOST) && env.TRUSTED_PROXIES === 0;
  const isSet = Boolean(process.env.WEBHOOK_ALLOW_PRIVATE);
  const webhooks = configureWebhooks(isSet ? env : { ...env, WEBHOOK_ALLOW_PRIVATE: isLocal });
  const operatorToken = env.OPERATOR_TOKEN ?? newToken('operator');
  await ensureAdministrator(
    { database, newId, now: Date.now, requestId: newId() },
    { configuredToken: operatorToken, mayInvent: false },
  );
  // Its own tokens need no report.
  const app = createApp(
    appDependencies({ env: { ...env, SANDBOX_KEY: undefined }, database, log, webhooks }),
  );
  const sandbox = createSandbox({
    service: app,
    operatorToken,
    database: sandboxDatabase,
    outgoing: webhooks.outgoing,
    newId,
    publicName: values['public-name'],
    version: versionOfProject(),
    timings: { silence },
    // A sandbox has no data of real persons, so the message may be logged.
    onFault: (cause) => log.error({ err: describeError(cause), message: String(cause) }, 'sandbox'),
  });
  const server = createHttpServer(sandbox, {
    graceMillis: 0,
    trustedProxies: env.TRUSTED_PROXIES,
    // A response that is held back on purpose must not be cut off by the server itself.
    silenceMillis: silence + 30_000,
  });
  const address = await server.listen(env.PORT, env.HOST);
  void app.prepare();

  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await sandbox.close();
    app.drain();
    await server.drain();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(banner(address, (performance.now() - startedAt) / 1_000));
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        'public-name': { type: 'string' },
        silence: { type: 'string', default: String(usualTimings.silence / 1_000) },
      },
    });
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message} See --help.`);
  }
}

const helpText = `npm run sandbox [-- --silence <seconds> --public-name <name>]

Starts the service with a front door that injects faults, on a database of its own: embedded in .data-sandbox, or DATABASE_URL if that database
is empty or was created as a sandbox. PORT, HOST and the other variables of npm start apply.

  --silence <seconds>    how long the slow response takes (default ${usualTimings.silence / 1_000})
  --public-name <name>   name by which others reach it, such as sandbox.example.com; other names are rejected
`;

function versionOfProject(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

const banner = (address: string, seconds: number) => `
The sandbox is ready after ${seconds.toFixed(1)} s.

  Start a run          ${address}/sandbox
  Guide                ${address}/docs/sandbox

From the command line:

  curl ${address}/sandbox/runs -H 'Content-Type: application/json' -d '{"scenario":"lost-response"}'

`;

main(process.argv.slice(2)).catch(failToStart);
