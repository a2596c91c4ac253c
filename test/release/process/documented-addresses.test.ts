import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { withDatabase } from '../../harness/global-setup.ts';
import { selfSigned } from '../../harness/servers/certificate.ts';
import { addressOf, createRoles, rolePassword } from '../../harness/servers/create-roles.ts';
import { pgbouncer, startPgbouncer } from '../../harness/servers/pgbouncer.ts';
import { runScript } from '../../harness/servers/process.ts';
import { forTest, processForTest, useOwnPostgresql } from '../../harness/servers/use-test-service.ts';

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
const server = useOwnPostgresql({
  settings: ['fsync=off', 'ssl=on', 'ssl_cert_file=own.crt', 'ssl_key_file=own.key'],
  files: { 'own.crt': cert, 'own.key': key },
});
beforeAll(async () => {
  const url = await createRoles(server);
  const migrated = await runScript('db-migrate', { DATABASE_URL: addressOf(url, 'courtbridge_owner') });
  expect(migrated).toMatchObject({ code: 0, stderr: '' });
});

/** Replaces only the host, port, password and certificate of the address. */
function here(address: string, host: string): string {
  const url = new URL(address.replaceAll(/\$\{\w+\}/g, 'secret'));
  const { host: to } = new URL(host);
  url.host = to;
  url.password = encodeURIComponent(rolePassword);
  if (url.searchParams.has('sslrootcert')) url.searchParams.set('sslrootcert', authority);
  return url.href;
}

const serve = async (env: Record<string, string>) => {
  const service = processForTest({ ...env, MIGRATE_ON_START: '0' });
  return (await fetch(`${await service.ready}/readyz`)).status;
};

describe('addresses in files and pages for administrators', () => {
  it('are found in every file', () => {
    expect(new Set(documented.map(({ file }) => file))).toEqual(new Set(files));
  });

  const direct = documented.filter(({ address }) => !/\/\/(user|\S+@pgbouncer)\b/.test(address));
  // Some files have the same address.
  const byAddress = Map.groupBy(direct, ({ address }) => here(address, 'postgres://here'));
  it.each([...byAddress.values()].map((same) => [same.map(({ file }) => file).join(', '), same[0]!.address]))(
    'serves with the address in %s: %s',
    async (_files, address) => {
      expect(await serve({ DATABASE_URL: here(address, server.url) })).toBe(200);
    },
  );

  const pooled = documented.filter(({ address }) => address.includes('@pgbouncer'));
  it.skipIf(pgbouncer === undefined)(
    `serves through PgBouncer with the address in compose.yaml${pgbouncer ? '' : ' (not run: needs pgbouncer)'}`,
    async () => {
      expect(pooled).toHaveLength(1);
      const url = addressOf(withDatabase(server.url, 'courtbridge'), 'courtbridge');
      const pooler = await forTest(startPgbouncer(url));
      const DATABASE_URL = here(pooled[0]!.address, pooler.url);
      // Debian 12 has 1.18, which cannot keep prepared statements.
      expect(await serve({ DATABASE_URL, PREPARE_STATEMENTS: '0' })).toBe(200);
    },
  );
});
