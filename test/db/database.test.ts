import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { type PostgresqlServer, startPostgresql } from '../harness/postgresql.ts';

describe('a database that goes away', () => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql();
  });
  afterAll(() => server.stop());

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
