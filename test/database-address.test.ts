import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionCounts, Database } from '../src/db/connection/database.ts';
import { openPostgresql } from '../src/db/connection/open-postgresql.ts';
import { migrate } from '../src/db/migrate.ts';
import { ConfigurationError, readEnv } from '../src/env.ts';
import { explainStartFailure } from '../src/telemetry/console/start-failure.ts';
import { type Certificate, selfSigned } from './harness/servers/certificate.ts';
import { startOwnPostgresql } from './harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from './harness/servers/postgresql.ts';

const folder = mkdtempSync(join(tmpdir(), 'courtbridge-tls-'));
const [ofAddress, ofName, ofClient] = ['127.0.0.1', 'db.example', 'postgres'].map((name) => selfSigned(name));
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
const root = fileOf('root.crt', ofAddress!.cert);
const otherRoot = fileOf('other.crt', ofName!.cert);
const sslcert = fileOf('client.crt', ofClient!.cert);
const sslkey = fileOf('client.key', ofClient!.key);

const startTls = ({ cert, key }: Certificate, access: string) =>
  startOwnPostgresql({
    settings: [
      'fsync=off',
      'ssl=on',
      'ssl_cert_file=own.crt',
      'ssl_key_file=own.key',
      'ssl_ca_file=client.crt',
    ],
    files: { 'own.crt': cert, 'own.key': key, 'client.crt': ofClient!.cert, 'pg_hba.conf': access },
  });

let plain: PostgresqlServer;
let tls: PostgresqlServer;
let misnamed: PostgresqlServer;
let authenticating: PostgresqlServer;
beforeAll(async () => {
  const either = 'host all all 127.0.0.1/32 scram-sha-256\n';
  plain = await startOwnPostgresql({ settings: ['fsync=off'] });
  tls = await startTls(ofAddress!, either);
  misnamed = await startTls(ofName!, either);
  authenticating = await startTls(
    ofAddress!,
    // The harness checks from this address, without a certificate, whether the server is up.
    'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-full\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
});
afterAll(async () => {
  for (const server of [plain, tls, misnamed, authenticating]) await server.stop();
  rmSync(folder, { recursive: true });
});

const address = (server: PostgresqlServer, parameters: Record<string, string>) => {
  const url = new URL(server.url);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

const usesTls = 'select ssl from pg_stat_ssl where pid = pg_backend_pid() and $1';

/** Uses every kind of connection, and returns whether each one is encrypted. */
async function encrypted(url: string): Promise<Record<ConnectionCounts['of'] | 'migration', boolean>> {
  const database = await openPostgresql({ url, replicaUrl: url, poolSize: 4 });
  const inside = async (question: Promise<{ ssl: boolean }[]>) => (await question)[0]!.ssl;
  try {
    await migrate(database);
    // Opens the connection of `/readyz`, which `all` includes below.
    await database.checkReady();
    return {
      partners: await inside(database.query(usesTls, [true])),
      operators: await inside(database.read('primary', usesTls, [true])),
      replica: await inside(database.read('replica', usesTls, [true])),
      readiness: await all(database),
      migration: await database.withMigrationLock(
        () => {},
        async ({ em }) =>
          inside(em.getConnection().execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()')),
      ),
    };
  } finally {
    await database.close();
  }
}

/** Returns true if all open client connections are encrypted. */
async function all(database: Database): Promise<boolean> {
  const [row] = await database.query<{ all: boolean; open: number }>(
    `select bool_and(ssl) as all, count(*)::int as open from pg_stat_ssl join pg_stat_activity using (pid)
     where backend_type = 'client backend' and $1`,
    [true],
  );
  expect(row!.open).toBeGreaterThan(2);
  return row!.all;
}

async function failure(url: string): Promise<string> {
  try {
    readEnv({ DATABASE_URL: url });
    await encrypted(url);
  } catch (error) {
    return explainStartFailure(error, { DATABASE_URL: url });
  }
  return 'none';
}

describe('sslmode in DATABASE_URL', () => {
  const every = (value: boolean) =>
    Object.fromEntries(
      ['partners', 'operators', 'replica', 'readiness', 'migration'].map((pool) => [pool, value]),
    );

  it.each([
    ['require', {}],
    ['require', { sslrootcert: root }],
    ['verify-ca', { sslrootcert: root }],
    ['verify-full', { sslrootcert: root }],
  ])('%s encrypts every connection: %o', async (sslmode, files) => {
    expect(await encrypted(address(tls, { sslmode, ...files }))).toEqual(every(true));
  });

  it('disable, the default, uses no TLS, even if PGSSLMODE is set', async () => {
    process.env.PGSSLMODE = 'require';
    try {
      expect(await encrypted(address(tls, { sslmode: 'disable' }))).toEqual(every(false));
      expect(await encrypted(tls.url)).toEqual(every(false));
    } finally {
      delete process.env.PGSSLMODE;
    }
  });

  it.each(['require', 'verify-full'])('%s rejects a server without TLS', async (sslmode) => {
    const { port } = new URL(plain.url);
    expect(await failure(address(plain, { sslmode }))).toBe(
      `PostgreSQL at 127.0.0.1:${port}/postgres does not offer TLS, and sslmode in DATABASE_URL requires it. Turn on TLS there.`,
    );
  });

  it.each([
    ['require', { sslrootcert: otherRoot }],
    ['verify-ca', { sslrootcert: otherRoot }],
    ['verify-full', { sslrootcert: otherRoot }],
    ['verify-full', {}],
  ])('%s rejects a certificate of an unknown authority: %o', async (sslmode, files) => {
    expect(await failure(address(tls, { sslmode, ...files }))).toMatch(
      /^The TLS connection to PostgreSQL at \S+ failed: .* \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Correct the certificates/,
    );
  });

  it('verify-full rejects a certificate of another host, and verify-ca accepts it', async () => {
    expect(await failure(address(misnamed, { sslmode: 'verify-full', sslrootcert: otherRoot }))).toMatch(
      /^The TLS connection to PostgreSQL at \S+ failed: .*127\.0\.0\.1.* \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    expect(await encrypted(address(misnamed, { sslmode: 'verify-ca', sslrootcert: otherRoot }))).toEqual(
      every(true),
    );
  });

  it('sslcert and sslkey are sent to a server that requires them', async () => {
    const mode = { sslmode: 'verify-full', sslrootcert: root };
    expect(await encrypted(address(authenticating, { ...mode, sslcert, sslkey }))).toEqual(every(true));
    expect(await failure(address(authenticating, mode))).toMatch(
      /^PostgreSQL at \S+ rejects the connection: connection requires a valid client certificate\. Correct the user or the TLS parameters/,
    );
  });
});

describe('an address in the configuration', () => {
  const fault = (rest: string) => {
    try {
      readEnv({ DATABASE_URL: `postgres://user:hunter2@${rest}` });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      return (error as Error).message;
    }
    return 'none';
  };

  it.each([
    ['db.example/db?sslmod=require', 'unknown parameter "sslmod"'],
    ['db.example/db?sslmode=prefer', 'must be one of disable, require, verify-ca, verify-full'],
    ['db.example/db?sslmode=require&sslmode=disable', '"sslmode" twice'],
    ['db.example/db?sslmode=verify-ca', 'without sslrootcert'],
    ['db.example/db?sslrootcert=/nowhere', 'its sslmode does not use TLS'],
    ['db.example/db?sslmode=verify-full&sslcert=/nowhere', 'both sslcert and sslkey'],
    [
      'db.example/db?sslmode=verify-full&sslrootcert=/nowhere/ca.crt',
      'sslrootcert that cannot be read: /nowhere/ca.crt (ENOENT)',
    ],
    ['db.example', 'no database name'],
    ['db.example:5432/', 'no database name'],
    ['/db', 'must be an address such as'],
  ])('is rejected in one line without the password: %s', (rest, reason) => {
    const message = fault(rest);
    expect(message).toContain('DATABASE_URL ');
    expect(message).toContain(reason);
    expect(message).not.toContain('hunter2');
    expect(message.split('\n')).toHaveLength(1);
  });

  it.each(['[::1]:5432/db', '[::1]/db', 'db.example/db?application_name=gateway', '%2Frun%2Fpostgresql/db'])(
    'is accepted: %s',
    (rest) => {
      expect(fault(rest)).toBe('none');
    },
  );

  it('connects by IPv6', async () => {
    const server = await startOwnPostgresql({
      settings: ['fsync=off', 'listen_addresses=127.0.0.1,::1'],
    });
    try {
      const url = new URL(server.url);
      url.hostname = '[::1]';
      expect((await encrypted(url.href)).partners).toBe(false);
    } finally {
      await server.stop();
    }
  });
});
