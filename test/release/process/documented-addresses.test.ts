import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { execute, withDatabase } from '../../harness/global-setup.ts';
import { selfSigned } from '../../harness/servers/certificate.ts';
import { pgbouncer, startPgbouncer } from '../../harness/servers/pgbouncer.ts';
import { startProcess } from '../../harness/servers/process.ts';
import { useOwnPostgresql } from '../../harness/servers/use-test-service.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const files = ['compose.yaml', 'deploy/courtbridge.service', 'docs/running.md', '.env.example'];
/** Every database address that an administrator may copy, with its file. */
const documented = files.flatMap((file) =>
  [...read(file).matchAll(/postgres:\/\/[^\s`'"|@]+@[^\s`'"|]+/g)].map(([address]) => ({
    address: address.replace(/[.;]$/, ''),
    file,
  })),
);

const authority = join(scratchFolder(), 'ca.crt');
const { cert, key } = selfSigned('127.0.0.1');
writeFileSync(authority, cert);
const owner = { name: 'courtbridge_owner', password: `o@:/?${randomUUID()}` };
const serving = { name: 'courtbridge', password: `s@:/?${randomUUID()}` };
const server = useOwnPostgresql({
  settings: ['fsync=off', 'ssl=on', 'ssl_cert_file=own.crt', 'ssl_key_file=own.key'],
  files: { 'own.crt': cert, 'own.key': key },
});
beforeAll(async () => {
  await execute(server.url, 'create database courtbridge');
  const url = withDatabase(server.url, 'courtbridge');
  await execute(url, read('deploy/create-roles.sql'));
  for (const { name, password } of [owner, serving])
    await execute(url, `alter role ${name} password '${password}'`);
});

/** Replaces only the host, port, password and certificate of the address. */
function here(address: string, host: string): string {
  const url = new URL(address.replaceAll(/\$\{\w+\}/g, 'secret'));
  const { host: to } = new URL(host);
  url.host = to;
  url.password = encodeURIComponent(url.username === owner.name ? owner.password : serving.password);
  if (url.searchParams.has('sslrootcert')) url.searchParams.set('sslrootcert', authority);
  return url.href;
}

const migrate = async (DATABASE_URL: string) => {
  const migration = startProcess({ DATABASE_URL }, [], ['src/bin/start.cjs', 'db-migrate']);
  expect({ code: await migration.exited, faults: migration.stderr() }).toEqual({ code: 0, faults: '' });
};
const serve = async (env: Record<string, string>) => {
  const service = startProcess({ ...env, MIGRATE_ON_START: '0' });
  try {
    return (await fetch(`${await service.ready}/readyz`)).status;
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
  }
};

describe('addresses in files and pages for administrators', () => {
  it('are found in every file', () => {
    expect(new Set(documented.map(({ file }) => file))).toEqual(new Set(files));
  });

  const direct = documented.filter(({ address }) => !/\/\/(user|\S+@pgbouncer)\b/.test(address));
  it.each(direct.map(({ address, file }) => [`${file}: ${address}`, address]))(
    'migrates and serves with %s',
    async (_title, address) => {
      const url = here(address, server.url);
      await migrate(here(`postgres://${owner.name}:x@host/courtbridge`, server.url));
      expect(await serve({ DATABASE_URL: url })).toBe(200);
    },
  );

  const pooled = documented.filter(({ address }) => address.includes('@pgbouncer'));
  it.skipIf(pgbouncer === undefined)(
    `serves through PgBouncer with the address in compose.yaml${pgbouncer ? '' : ' (not run: needs pgbouncer)'}`,
    async () => {
      expect(pooled).toHaveLength(1);
      const behind = new URL(withDatabase(server.url, 'courtbridge'));
      [behind.username, behind.password] = [serving.name, encodeURIComponent(serving.password)];
      const pooler = await startPgbouncer(behind.href);
      try {
        const DATABASE_URL = here(pooled[0]!.address, pooler.url);
        // Debian 12 has 1.18, which cannot keep prepared statements.
        expect(await serve({ DATABASE_URL, PREPARE_STATEMENTS: '0' })).toBe(200);
      } finally {
        await pooler.stop();
      }
    },
  );
});
