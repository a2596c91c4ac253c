import { existsSync } from 'node:fs';
import { toConnectionOptions } from './database-address.ts';

/** The value of `DATABASE_URL` that selects the embedded database. */
export const embedded = 'embedded';

/** Every environment variable of the service, with the text of `--help`, `.env.example` and docs/running.md. */
export const variables = {
  DATABASE_URL: {
    meaning:
      'the address of PostgreSQL 15 or later, such as postgres://user:password@host:5432/database?sslmode=verify-full. ' +
      '"embedded": the embedded database. Unset: the same, but with NODE_ENV=production the service does not start',
    default: undefined,
    read: (value) => (value === embedded ? undefined : databaseAddress(value)),
  },
  DATABASE_REPLICA_URL: {
    meaning: 'a read replica of it, for what operators read',
    default: undefined,
    read: databaseAddress,
  },
  DATABASE_POOL_SIZE: {
    meaning: 'connections to PostgreSQL at most, and one more for /readyz; three in ten are for operators',
    default: '10',
    read: wholeNumber(1, 1_000),
  },
  DATA_DIR: { meaning: "the embedded database's folder", default: '.data', read: nonEmpty },
  PORT: { meaning: 'the port to listen on; 0: a free one', default: '4000', read: wholeNumber(0, 65_535) },
  METRICS_PORT: {
    meaning:
      'a separate port for /metrics, without authentication. Unset: /metrics is on PORT, for operators with their token',
    default: undefined,
    read: wholeNumber(0, 65_535),
  },
  HOST: { meaning: 'the address to listen on', default: '127.0.0.1', read: nonEmpty },
  OPERATOR_TOKEN: {
    meaning:
      "the first administrator's bearer token. Unset on the embedded database: one is made, and printed at the first start",
    default: undefined,
    read: operatorToken,
  },
  OIDC_ISSUER: {
    meaning:
      'the OpenID Connect provider by which operators sign in, such as https://login.example.com/realms/club; its redirect URI is ' +
      '…/sign-in/callback. Unset: by tokens only',
    default: undefined,
    read: issuer,
  },
  OIDC_CLIENT_ID: { meaning: 'what the provider calls this service', default: undefined, read: nonEmpty },
  OIDC_CLIENT_SECRET: { meaning: 'the secret that belongs to it', default: undefined, read: nonEmpty },
  OIDC_SCOPE: {
    meaning:
      'the scopes to request from the provider. Some providers return groups only with the scope groups',
    default: 'openid profile email',
    read: nonEmpty,
  },
  OIDC_ADMIN_GROUP: {
    meaning: 'members of this group (claim `groups`) sign in as ADMIN',
    default: undefined,
    read: nonEmpty,
  },
  OIDC_SUPPORT_GROUP: {
    meaning: 'members of this group sign in as SUPPORT, who may change bookings and users only',
    default: undefined,
    read: nonEmpty,
  },
  OIDC_VIEWER_GROUP: {
    meaning: 'members of this group sign in as VIEWER',
    default: undefined,
    read: nonEmpty,
  },
  DEMO_DATA: {
    meaning:
      '1: load demo organizations, courts, services, users, bookings, requests, and a token when the database is empty; ' +
      '0: do not. ' +
      'Unset: 1 on the embedded database, else 0',
    default: undefined,
    read: zeroOrOne,
  },
  // Not in the document: the limits.
  RATE_LIMIT_PER_SECOND: {
    meaning: 'requests a second that an API token may make, sustained',
    default: '50',
    read: wholeNumber(1, 1_000_000),
  },
  RATE_LIMIT_BURST: {
    meaning: 'requests that an API token may make at once',
    default: '100',
    read: wholeNumber(1, 1_000_000),
  },
  AUTH_FAILURE_LIMIT_PER_SECOND: {
    meaning: 'requests with an invalid token that an address may make a second, sustained',
    default: '10',
    read: wholeNumber(1, 1_000_000),
  },
  AUTH_FAILURE_LIMIT_BURST: {
    meaning: 'requests with an invalid token that an address may make at once',
    default: '100',
    read: wholeNumber(1, 1_000_000),
  },
  MIGRATE_ON_START: {
    meaning:
      '0: do not migrate; refuse to start on a schema that is too old (npm run db:migrate is then a step of its own)',
    default: '1',
    read: zeroOrOne,
  },
  PREPARE_STATEMENTS: {
    meaning: '0: name no statements, for poolers that cannot keep them (PgBouncer before 1.21)',
    default: '1',
    read: zeroOrOne,
  },
  PARTNER_REQUEST_DAYS: {
    meaning: 'for how many days operators see what partners sent',
    default: '30',
    read: wholeNumber(1, 3_650),
  },
  AUDIT_EVENT_DAYS: {
    meaning: 'for how many days operators see who changed what',
    default: '730',
    read: wholeNumber(1, 36_500),
  },
  CANCELLATION_DAYS: {
    meaning: 'for how many days a cancellation that came before its booking is remembered',
    default: '400',
    read: wholeNumber(1, 36_500),
  },
  CHANGE_DAYS: {
    meaning: 'for how many days changes can be read, and operators see the deliveries of webhooks',
    default: '30',
    read: wholeNumber(1, 3_650),
  },
  // Not in the document: webhooks.
  WEBHOOK_SECRETS_KEY: {
    meaning:
      'by what the secrets of webhooks are encrypted: base64 of 32 random bytes (openssl rand -base64 32), the same for all processes. ' +
      'Unset on PostgreSQL: no webhook endpoints; on the embedded database: one is made in its folder',
    default: undefined,
    read: readSecretsKey,
  },
  WEBHOOK_SECRETS_KEY_FORMER: {
    meaning:
      'a second key that can decrypt the secrets of webhooks, for changing WEBHOOK_SECRETS_KEY (docs/running.md)',
    default: undefined,
    read: readSecretsKey,
  },
  WEBHOOK_ALLOW_PRIVATE: {
    meaning:
      '1: for tests, webhooks are also sent over http and to private addresses, which partners must not reach in production',
    default: '0',
    read: zeroOrOne,
  },
  SECRET_SCANNING_KEYS_URL: {
    meaning:
      "where the public keys of GitHub's secret scanning are: https://api.github.com/meta/public_keys/secret_scanning. Set: " +
      'POST /api/v1/secret-scanning/github revokes tokens that GitHub finds. Unset: it does not exist',
    default: undefined,
    read: nonEmpty,
  },
  SANDBOX_KEY: {
    meaning:
      'the public key of your sandbox (`x` of GET /sandbox/key). Set: partners get a token only with a passed, current report of it, ' +
      'or with the reason of an administrator. Unset: without, for development and for the sandbox itself',
    default: undefined,
    read: sandboxKey,
  },
  TRUSTED_PROXIES: {
    meaning:
      "proxies in front that append to X-Forwarded-For and set X-Forwarded-Proto; the caller's address is the one before theirs",
    default: '0',
    read: wholeNumber(0, 10),
  },
  DRAIN_GRACE_MS: {
    meaning: 'after SIGTERM, for how many milliseconds new connections are still taken while /readyz says no',
    default: '1000',
    read: wholeNumber(0, 120_000),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'where traces are sent by OTLP over HTTP, such as http://localhost:4318; further OTEL_EXPORTER_OTLP_* variables, OTEL_SERVICE_NAME and ' +
      'OTEL_RESOURCE_ATTRIBUTES are those of OpenTelemetry. Unset: nothing is traced',
    default: undefined,
    read: httpUrl,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'the share of the traces that are sent, from 0 to 1',
    default: '1',
    read: share,
  },
  LOG_LEVEL: {
    meaning: 'what is logged: info: every request; warn: failures; silent: nothing',
    default: 'info',
    read: oneOf('info', 'warn', 'silent'),
  },
} as const satisfies Record<string, Variable<unknown>>;

interface Variable<Value> {
  meaning: string;
  default: string | undefined;
  /** @throws Error that says what the value must be. */
  read: (value: string) => Value;
}

type Variables = typeof variables;

/** The validated configuration. A variable without a default may be undefined. */
export type Env = {
  [Name in keyof Variables]:
    | ReturnType<Variables[Name]['read']>
    | (Variables[Name]['default'] extends undefined ? undefined : never);
};

/** The configuration is invalid. The message lists every wrong variable, one per line. */
export class ConfigurationError extends Error {}

/**
 * Reads and validates the configuration. An empty value counts as unset.
 *
 * @throws ConfigurationError
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const faults: string[] = [];
  const env: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables) as [string, Variable<unknown>][]) {
    const value = source[name] || variable.default;
    if (value === undefined) continue;
    try {
      env[name] = variable.read(value);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
    }
  }
  if (source.NODE_ENV === 'production' && !source.DATABASE_URL)
    faults.push(
      `DATABASE_URL must be set in production: to the address of PostgreSQL, or to "${embedded}" for the embedded database.`,
    );
  if (env.WEBHOOK_SECRETS_KEY_FORMER !== undefined && env.DATABASE_URL && !env.WEBHOOK_SECRETS_KEY)
    faults.push('WEBHOOK_SECRETS_KEY_FORMER needs WEBHOOK_SECRETS_KEY: new secrets are encrypted with that.');
  if (env.DATABASE_REPLICA_URL !== undefined && env.DATABASE_URL === undefined) {
    faults.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.');
  }
  if (env.OIDC_ISSUER !== undefined) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
      if (env[name] === undefined) faults.push(`${name} must be set where OIDC_ISSUER is.`);
    const groups = ['OIDC_ADMIN_GROUP', 'OIDC_SUPPORT_GROUP', 'OIDC_VIEWER_GROUP'];
    if (groups.every((name) => env[name] === undefined))
      faults.push(
        `${groups.join(', ')}: one at least must be set where OIDC_ISSUER is, or nobody could sign in.`,
      );
  }
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
  return env as Env;
}

/**
 * Reads the configuration from the environment of this process and from the file `.env`, if it exists.
 *
 * @throws ConfigurationError
 */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
}

function nonEmpty(value: string): string {
  return value;
}

function wholeNumber(minimum: number, maximum: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}, not "${value}".`);
    }
    return number;
  };
}

function share(value: string): number {
  const number = Number(value);
  if (!/^[\d.]+$/.test(value) || !(number >= 0 && number <= 1))
    throw new Error(`must be a number from 0 to 1, not "${value}".`);
  return number;
}

// The message does not repeat the URL, because it may contain a password.
function httpUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error('must be like http://localhost:4318.');
  return value;
}

/**
 * Plain http is allowed only for this machine, for local testing, because the provider decides who is an
 * administrator.
 */
function issuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isHere) throw new Error(`must be an address by https, not "${value}".`);
  return value;
}

function oneOf<const Values extends string[]>(...values: Values) {
  return (value: string): Values[number] => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}, not "${value}".`);
    return value;
  };
}

function zeroOrOne(value: string): boolean {
  return oneOf('0', '1')(value) === '1';
}

function sandboxKey(value: string): string {
  if (!/^[\w-]{43}$/.test(value))
    throw new Error('must be "x" of GET /sandbox/key, which has 43 characters.');
  return value;
}

/** Returns the address as it is. Errors do not repeat it, because it may contain a password. */
function databaseAddress(value: string): string {
  toConnectionOptions(value);
  return value;
}

/**
 * Reads the key that encrypts secrets. Errors do not repeat the value, because even a mistyped key is a secret.
 *
 * @throws Error that says what the value must be
 */
export function readSecretsKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  // Buffer.from skips characters that are not base64, so the result is encoded again and compared.
  if (key.length !== 32 || key.toString('base64') !== value)
    throw new Error('must be 32 bytes in base64: openssl rand -base64 32 makes one.');
  return key;
}

function operatorToken(value: string): string {
  if (!/^[\x21-\x7e]{32,255}$/.test(value)) {
    throw new Error('must be 32 to 255 printable ASCII characters without spaces.');
  }
  return value;
}
