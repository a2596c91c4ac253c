import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { explainStartFailure } from '../../../src/telemetry/console/start-failure.ts';

async function connectedUser(url: string): Promise<string> {
  const database = await openPostgresql({ url, poolSize: 2, replicaUrl: url });
  const question = 'select current_user as name where $1';
  try {
    const [partner] = await database.query<{ name: string }>(question, [true]);
    for (const source of ['primary', 'replica'] as const) await database.read(source, question, [true]);
    await database.withMigrationLock(
      () => {},
      (orm) => orm.em.getConnection().execute('select 1'),
    );
    return partner!.name;
  } finally {
    await database.close();
  }
}

describe('password in DATABASE_URL', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('authenticates every connection with SCRAM', async () => {
    expect(await connectedUser(inject('serverUrl'))).toBe('postgres');
  });

  it('takes precedence over PGPASSWORD', async () => {
    vi.stubEnv('PGPASSWORD', 'wrong');
    expect(await connectedUser(inject('serverUrl'))).toBe('postgres');
  });

  it('is rejected when it is wrong, even if PGPASSWORD has the right one', async () => {
    const url = new URL(inject('serverUrl'));
    vi.stubEnv('PGPASSWORD', decodeURIComponent(url.password));
    url.password = 'wrong';
    const failure = await connectedUser(url.href).catch((error) => error);
    expect(explainStartFailure(failure, { DATABASE_URL: url.href })).toMatch(/rejects the user or password/);
  });
});

describe('a pooler that does not keep prepared statements', () => {
  it.each([
    ['42P05', 'prepare one as select 1; prepare one as select 1'],
    ['26000', 'execute missing'],
  ])('is named at the start (%s)', async (code, text) => {
    const url = inject('serverUrl');
    const client = new pg.Client(url);
    await client.connect();
    const failure = await client.query(text).catch((error) => error);
    await client.end();
    expect(explainStartFailure(failure, { DATABASE_URL: url })).toMatch(
      new RegExp(
        `^The pooler at \\S+ does not keep prepared statements \\(${code}\\)\\. Set PREPARE_STATEMENTS=0`,
      ),
    );
  });
});
