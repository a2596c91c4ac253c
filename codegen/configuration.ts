import { variables } from '../src/env.ts';
import { type Held, heldBy } from './held-by.ts';

const tests: Record<keyof typeof variables, Held> = {
  DATABASE_URL: [
    ['process/start', 'does not start in production without DATABASE_URL, except with "embedded"'],
    [
      'process/start',
      'on PostgreSQL: OPERATOR_TOKEN is an administrator’s; no demo data unless asked for, the same answers',
    ],
    [
      'process/start',
      'on an empty embedded database: addresses, and a curl line for each operation that works when pasted; who starts in its folder meanwhile is told who holds it; after kill -9 the data is there, and the folder is taken over',
    ],
    ['readme', 'the oldest PostgreSQL that they promise is one that .ci/run tests on'],
  ],
  DATABASE_REPLICA_URL: [
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
    ['graphql/replica', 'operators read from the replica; what a mutation answers comes from the primary'],
  ],
  DATABASE_POOL_SIZE: [
    [
      'process/configuration',
      'DATABASE_POOL_SIZE=10: seven connections for partners and three for operators, and one for /readyz beside them',
    ],
  ],
  DATA_DIR: [
    [
      'process/start',
      'on an empty embedded database: addresses, and a curl line for each operation that works when pasted; who starts in its folder meanwhile is told who holds it; after kill -9 the data is there, and the folder is taken over',
    ],
    ['process/start', 'a DATA_DIR that is a file, or would lie in one: one line'],
  ],
  PORT: [
    ['process/start', 'a port taken: one line'],
    [
      'process/start',
      'on an empty embedded database: addresses, and a curl line for each operation that works when pasted; who starts in its folder meanwhile is told who holds it; after kill -9 the data is there, and the folder is taken over',
    ],
  ],
  METRICS_PORT: [
    ['process/start', 'with METRICS_PORT /metrics is there, without a token, and not beside the rest'],
  ],
  HOST: [['process/start', 'a host that is not of this machine, an unknown argument: one line']],
  OPERATOR_TOKEN: [
    [
      'process/start',
      'on PostgreSQL: OPERATOR_TOKEN is an administrator’s; no demo data unless asked for, the same answers',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
    [
      'process/configuration',
      'on the embedded database the first start prints the token of an administrator, and makes a key for the secrets of webhooks; with DEMO_DATA=0 there is no demo data, nor a call to paste',
    ],
  ],
  OIDC_ISSUER: [
    [
      'graphql/sign-in-by-provider',
      'who is in a group signs in with its role; the operator is made at the first time',
    ],
    ['configure-sign-in', 'OIDC_ISSUER needs the others, and https unless it is on this machine'],
  ],
  OIDC_CLIENT_ID: [
    ['configure-sign-in', 'OIDC_ISSUER needs the others, and https unless it is on this machine'],
  ],
  OIDC_CLIENT_SECRET: [
    ['configure-sign-in', 'OIDC_ISSUER needs the others, and https unless it is on this machine'],
  ],
  OIDC_SCOPE: [
    [
      'graphql/sign-in-by-provider',
      'the provider is asked for the scope that is set, by the code flow with PKCE',
    ],
  ],
  OIDC_ADMIN_GROUP: [['graphql/sign-in-by-provider', 'the role is that of the groups, anew at each time']],
  OIDC_SUPPORT_GROUP: [['graphql/sign-in-by-provider', 'the role is that of the groups, anew at each time']],
  OIDC_VIEWER_GROUP: [['graphql/sign-in-by-provider', 'the role is that of the groups, anew at each time']],
  DEMO_DATA: [
    [
      'process/start',
      'on PostgreSQL: OPERATOR_TOKEN is an administrator’s; no demo data unless asked for, the same answers',
    ],
    [
      'process/start',
      'on an empty embedded database: addresses, and a curl line for each operation that works when pasted; who starts in its folder meanwhile is told who holds it; after kill -9 the data is there, and the folder is taken over',
    ],
    [
      'process/configuration',
      'on the embedded database the first start prints the token of an administrator, and makes a key for the secrets of webhooks; with DEMO_DATA=0 there is no demo data, nor a call to paste',
    ],
  ],
  RATE_LIMIT_PER_SECOND: [
    [
      'process/configuration',
      'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
  ],
  RATE_LIMIT_BURST: [
    [
      'process/configuration',
      'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
  ],
  AUTH_FAILURE_LIMIT_PER_SECOND: [
    [
      'process/configuration',
      'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
  ],
  AUTH_FAILURE_LIMIT_BURST: [
    [
      'process/configuration',
      'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
  ],
  MIGRATE_ON_START: [
    [
      'process/configuration',
      'MIGRATE_ON_START=0 on a database without a schema: one line that says what to do, and nothing is made',
    ],
    ['db/migrations', 'without migrating: refused while something is missing, and why'],
    [
      'process/deploy',
      'the service runs on a schema that its owner has migrated, and the image knows whether it lives',
    ],
  ],
  PREPARE_STATEMENTS: [
    ['process/configuration', 'PREPARE_STATEMENTS=0: no statement is named'],
    [
      'process/pooler',
      'migrates, serves partners and operators without named statements, and statements end in time all the same',
    ],
  ],
  PARTNER_REQUEST_DAYS: [
    [
      'background',
      'requests of partners are kept for so many days as it is set, and those of a day go together',
    ],
    ['services/records', 'what is older than the set days is dropped with its partition, and nothing else'],
  ],
  AUDIT_EVENT_DAYS: [
    ['background', 'audit events are kept for so many days as it is set, and those of a month go together'],
  ],
  CANCELLATION_DAYS: [
    [
      'services/bookings/forget-cancellation-stamps',
      'those older than so many days are forgotten, and the oldest beyond what a service may have; of others none',
    ],
    ['background', 'cancellations without a booking are remembered for so many days as it is set'],
  ],
  CHANGE_DAYS: [
    [
      'process/configuration',
      'PARTNER_REQUEST_DAYS, AUDIT_EVENT_DAYS and CHANGE_DAYS: a process that has just started drops what is older, of each its own',
    ],
  ],
  WEBHOOK_SECRETS_KEY_FORMER: [
    ['services/webhooks/reseal-secrets', 'every process opens secrets of both keys'],
    [
      'services/webhooks/reseal-secrets',
      'secrets of the former key are encrypted with the current one, and then need no former key',
    ],
  ],
  WEBHOOK_SECRETS_KEY: [
    ['configure-webhooks', 'set: secrets are sealed by it, and no file is made'],
    [
      'configure-webhooks',
      'unset on the embedded database: a key is made in its folder, its owner’s alone, and what is sealed opens after the next start',
    ],
    ['configure-webhooks', 'unset on PostgreSQL: there is none, and no file is made'],
    [
      'process/configuration',
      'on the embedded database the first start prints the token of an administrator, and makes a key for the secrets of webhooks; with DEMO_DATA=0 there is no demo data, nor a call to paste',
    ],
  ],
  WEBHOOK_ALLOW_PRIVATE: [
    ['configure-webhooks', 'private addresses and http are refused, unless WEBHOOK_ALLOW_PRIVATE=1'],
  ],
  TRUSTED_PROXIES: [
    [
      'process/configuration',
      'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
    ],
    [
      'process/configuration',
      'limits, proxies, the replica and the first administrator are those of the environment',
    ],
    ['http/caller', 'the caller’s address > %s'],
  ],
  DRAIN_GRACE_MS: [
    [
      'process/drain',
      'for the time of DRAIN_GRACE_MS /readyz says no, and new connections are served; a second signal ends it at once',
    ],
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    [
      'process/tracing',
      'a request, and under it each statement by its name: sent by OTLP, in the trace of the caller',
    ],
  ],
  OTEL_TRACES_SAMPLER_ARG: [
    ['process/tracing', 'with OTEL_TRACES_SAMPLER_ARG=0 none is sent, also of a caller who asks for it'],
  ],
  LOG_LEVEL: [
    ['process/configuration', 'LOG_LEVEL: warn has no requests, silent not even a warning'],
    [
      'process/log',
      'one JSON line a request: who, what, how it ended; no token, e-mail or name, in ours or in PostgreSQL’s',
    ],
  ],
};

/** The variables of the environment, as a table of docs/running.md. */
export function configurationTable(): string[] {
  const rows = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `| \`${name}\` | ${meaning} | ${value === undefined ? 'unset' : `\`${value}\``} | ${heldBy(tests[name as keyof typeof variables], 1)} |`,
  );
  return ['| variable | meaning | default | held by |', '|---|---|---|---|', ...rows];
}

/** The file `.env.example`: the variables, those without a default as comments. */
export function envExample(): string {
  const entries = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `# ${meaning}\n${value === undefined ? '# ' : ''}${name}=${value ?? ''}\n`,
  );
  return `# Generated, run npm run codegen. Copy to .env and change what you need; npm start reads it.\n\n${entries.join('\n')}`;
}
