import type { SqlEntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/connection/database.ts';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { sessionSettings } from '../../src/db/connection/session-settings.ts';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { checkMigrated, migrate, UnsuitableDatabase } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/index.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { contentsOf, schemaOf } from '../harness/data/contents.ts';
import { createFactories } from '../harness/data/factories.ts';
import { createWorld } from '../harness/data/world.ts';
import { execute, withDatabase } from '../harness/global-setup.ts';
import { createTestDatabase, databaseKinds, emptyDatabase } from '../harness/servers/test-database.ts';
import { forTest, useTestDatabase } from '../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('migrated database on %s', (kind) => {
  const test = useTestDatabase(kind);

  it('the schema matches the entities without a diff', async () => {
    expect(await test.database.orm.schema.getUpdateSchemaSQL()).toBe('');
  });

  it('each connection has the settings of a session', async () => {
    const current = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
    expect(await test.database.query(current, [Object.keys(sessionSettings)])).toEqual(
      Object.entries(sessionSettings).map(([name, value]) => ({ name, value })),
    );
  });

  it('a dropped constraint appears in the diff', async () => {
    const em = test.database.em();
    await em.execute('alter table court_bookings drop constraint court_bookings_no_overlap');
    expect(await test.database.orm.schema.getUpdateSchemaSQL()).toContain('court_bookings_no_overlap');
    await em.execute(
      "alter table court_bookings add constraint court_bookings_no_overlap exclude using gist (court_id with =, tstzrange(start_date, end_date, '[)') with &&) where (active)",
    );
  });

  it('migrating again changes nothing', async () => {
    const { database } = test;
    await createWorld(test);
    await migrate(database);
    const everything = async () => ({
      schema: await schemaOf(database),
      rows: await contentsOf(database, []),
    });
    const before = await everything();
    // Ensures that the snapshot is not empty.
    expect(before.schema.length).toBeGreaterThan(300);
    expect(Object.values(before.rows).filter((rows) => rows !== null).length).toBeGreaterThan(10);
    await migrate(database);
    expect(await everything()).toEqual(before);
    const { schema } = databaseFunctions();
    await database.em().execute(`alter schema ${schema} rename to away`);
    await migrate(database);
    await database.em().execute(`drop schema ${schema} cascade`);
    await database.em().execute(`alter schema away rename to ${schema}`);
    expect(await everything()).toEqual(before);
  });

  const undoFormerNames = async () => {
    const em = test.database.em();
    await em.execute('drop table former_user_names');
    await em.execute('drop function keep_former_email cascade');
    await em.execute('drop function keep_former_external_user_id cascade');
    await em.execute('alter table erasures drop column user_id');
    await em.execute("delete from mikro_orm_migrations where name like '%-former-user-names%'");
  };

  it('the migration fills former user names from the audit events', async () => {
    const { database } = test;
    const em = database.em();
    await undoFormerNames();
    const { externalServiceId } = await createFactories(database).tenant();
    const [known, erased] = [newId(), newId()];
    await em.execute(
      `insert into users (id, email, first_name, last_name, managed_by_id, erased_at) values
         (?, 'now@example.com', 'Ada', 'L', ?, null), (?, null, null, null, ?, now())`,
      [known, externalServiceId, erased, externalServiceId],
    );
    for (const userId of [known, known, erased])
      await em.execute(
        `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)
         values (gen_random_uuid(), now(), 'api_token', gen_random_uuid(), 'x', 'updateUser', 'user', ?,
           '{"email": "then@example.com", "externalUserId": "then"}', '{"email": "now@example.com", "externalUserId": "now"}')`,
        [userId],
      );
    await migrate(database);
    expect(
      await em.execute(
        'select user_id, email, external_service_id, external_user_id from former_user_names order by email',
      ),
    ).toEqual([
      { user_id: known, email: 'then@example.com', external_service_id: null, external_user_id: null },
      { user_id: known, email: null, external_service_id: externalServiceId, external_user_id: 'then' },
    ]);
  });

  // The embedded database has one connection.
  it.runIf(kind === 'postgresql')(
    'users can be changed while the migration searches for former names',
    async () => {
      const { database, url } = test;
      const em = database.em();
      const { externalServiceId } = await createFactories(database).tenant();
      await undoFormerNames();
      const reader = new pg.Client(url);
      await reader.connect();
      await reader.query('begin; lock table audit_events in access exclusive mode');
      const migrating = migrate(database);
      try {
        const applied = () =>
          em.execute("select from mikro_orm_migrations where name = '20261124140000-former-user-names'");
        await expect.poll(applied, { timeout: 10_000 }).toHaveLength(1);
        await em.execute(
          `insert into users (id, email, first_name, last_name, managed_by_id) values (?, 'meanwhile@example.com', 'A', 'B', ?)`,
          [newId(), externalServiceId],
        );
      } finally {
        await reader.query('commit');
        await reader.end();
        await migrating;
      }
    },
  );

  it('every constraint has an explicit name', async () => {
    const rows = await test.database.em().execute<{ name: string }[]>(
      `select conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and contype not in ('p', 'n')
         and conrelid <> 'mikro_orm_migrations'::regclass and conname ~ '_(fkey|key|check|excl|foreign)\\d*$'`,
    );
    expect(rows).toEqual([]);
  });

  it('the constraint rejects overlapping bookings, whatever the code does', async () => {
    const em = test.database.em();
    await em.execute(
      `insert into organizations (id, name) values ('00000000-0000-0000-0000-000000000001', 'o')`,
    );
    await em.execute(
      `insert into courts (id, organization_id, name) select ('00000000-0000-0000-0000-00000000000' || n)::uuid, '00000000-0000-0000-0000-000000000001', 'c' from generate_series(1, 2) n`,
    );
    await em.execute(
      `insert into external_services (id, name) values ('00000000-0000-0000-0000-000000000001', 's')`,
    );
    const book = (id: number, court: number, from: string, to: string, cancelled = false) =>
      em.execute(
        `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, cancelled_at)
         values ('00000000-0000-0000-0000-00000000000${id}', '00000000-0000-0000-0000-000000000001', '${id}', '00000000-0000-0000-0000-00000000000${court}', '2027-01-01 ${from}', '2027-01-01 ${to}', now(), ${cancelled ? 'now()' : 'null'})`,
      );
    await book(1, 1, '10:00', '11:00');
    await expect(book(2, 1, '10:59:59.999999', '12:00')).rejects.toThrow('court_bookings_no_overlap');
    await book(3, 1, '11:00', '12:00');
    await book(4, 2, '10:00', '11:00');
    await book(5, 1, '10:00', '11:00', true);
    await expect(
      em.execute(`update court_bookings set cancelled_at = null where external_court_booking_id = '5'`),
    ).rejects.toThrow('court_bookings_no_overlap');
    await expect(book(6, 2, '12:00', '12:00')).rejects.toThrow('court_bookings_time_range');
  });
});

/** Opens an empty database several times. */
async function openEmpty(times: number): Promise<Database[]> {
  const { url } = await forTest(emptyDatabase());
  const databases = await Promise.all(
    Array.from({ length: times }, () => openPostgresql({ url, poolSize: 2 })),
  );
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))));
  return databases;
}

describe('processes that start at the same time', () => {
  it('migrate an empty database together', async () => {
    const databases = await openEmpty(4);
    await Promise.all(databases.map((database) => migrate(database)));
    expect(await databases[0]!.orm.schema.getUpdateSchemaSQL()).toBe('');
    expect(
      await databases[0]!.query('select count(*)::int as n from mikro_orm_migrations where id > $1', [0]),
    ).toEqual([{ n: migrations.length }]);
  });
});

describe('process that waits for another one to migrate', () => {
  it('holds no transaction between its attempts, because a concurrent index build would wait for it', async () => {
    const [first, second] = (await openEmpty(2)) as [Database, Database];
    const progress: string[] = [];
    await first
      .withMigrationLock(expect.fail, async (orm) => {
        const waiting = migrate(second, (line) => progress.push(line));
        await expect.poll(() => progress).toEqual(['Another process migrates: waiting for it.']);
        const inTransaction = () =>
          (orm.em.fork() as SqlEntityManager).execute<{ state: string }[]>(
            `select state from pg_stat_activity where datname = current_database() and xact_start is not null
           and pid <> pg_backend_pid() and query like '%try_advisory%'`,
          );
        // Only the migrating connection is in a transaction.
        await expect.poll(inTransaction).toEqual([{ state: 'idle in transaction' }]);
        return { waiting };
      })
      .then(({ waiting }) => waiting);
    expect(await second.query('select count(*)::int as n from mikro_orm_migrations', [])).toEqual([
      { n: migrations.length },
    ]);
  });
});

describe('unsuitable database', () => {
  const url = (name: string) => withDatabase(inject('serverUrl'), name);
  const attempt = async (address: string) => {
    const database = await openPostgresql({ url: address, poolSize: 2 });
    try {
      return await migrate(database).then(
        () => 'migrated',
        (error) => {
          expect(error).toBeInstanceOf(UnsuitableDatabase);
          return (error as Error).message;
        },
      );
    } finally {
      await database.close();
    }
  };

  it('with the wrong encoding is reported in one line that says what to do', async () => {
    const name = `courtbridge_test_ascii_${process.pid}`;
    await execute(
      inject('serverUrl'),
      `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
    );
    expect(await attempt(url(name))).toMatch(/^The database's encoding is SQL_ASCII, .*encoding 'UTF8'/);
    await execute(inject('serverUrl'), `drop database ${name} with (force)`);
  });

  it('without the privilege for the extension is reported in one line that says what to do', async () => {
    const name = `courtbridge_test_extension_${process.pid}`;
    const role = `${name}_role`;
    await execute(inject('serverUrl'), `create role ${role} login password 'x'`);
    await execute(inject('serverUrl'), `create database ${name}`);
    await execute(url(name), `grant create on schema public to ${role}`);
    const address = new URL(url(name));
    [address.username, address.password] = [role, 'x'];
    expect(await attempt(address.href)).toMatch(
      /^The extension btree_gist is missing, .*create extension btree_gist/,
    );
    await execute(inject('serverUrl'), `drop database ${name} with (force)`);
    await execute(inject('serverUrl'), `drop role ${role}`);
  });

  it('without all migrations or functions is rejected, and the error names what is missing', async () => {
    const [database] = (await openEmpty(1)) as [Database];
    await expect(checkMigrated(database)).rejects.toThrow(
      /missing: 20261120090000-initial, .*npm run db:migrate/,
    );
    await migrate(database);
    await checkMigrated(database);
    await database.em().execute(`drop schema ${databaseFunctions().schema} cascade`);
    await expect(checkMigrated(database)).rejects.toThrow(`missing: ${databaseFunctions().schema}`);
  });
});

describe('functions that no version uses any more', () => {
  it('are dropped only when nobody has renewed their lease for 30 days', async () => {
    const test = await forTest(createTestDatabase('postgresql'));
    const em = test.database.em();
    for (const [name, days] of [
      ['functions_0000000000000001', 31],
      ['functions_0000000000000002', 29],
    ] as const) {
      await em.execute(`create schema ${name}`);
      await em.execute(
        `insert into function_schemas (name, renewed_at) values (?, now() - make_interval(days => ?))`,
        [name, days],
      );
    }
    // Drops the functions, so that the migration creates them as for another version.
    await em.execute(`drop schema ${databaseFunctions().schema} cascade`);
    await migrate(test.database);
    const schemas = await em.execute<{ name: string }[]>(
      "select nspname as name from pg_namespace where nspname like 'functions%' order by 1",
    );
    const kept = ['functions_0000000000000002', databaseFunctions().schema].sort();
    expect(schemas.map(({ name }) => name)).toEqual(kept);
    const leases = await em.execute<{ name: string; isNew: boolean }[]>(
      `select name, renewed_at > now() - interval '1 hour' as "isNew" from function_schemas order by name`,
    );
    expect(leases).toEqual(kept.map((name) => ({ name, isNew: name === databaseFunctions().schema })));
  });
});
