import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { openEmbedded } from '../../../src/db/connection/open-embedded.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { changesOf, type ShownChange } from '../../harness/clients/changes.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { createWorld } from '../../harness/data/world.ts';
import { execute, withDatabase } from '../../harness/global-setup.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import { runScript } from '../../harness/servers/process.ts';
import { copyOfDataDir } from '../../harness/servers/test-database.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

/** From Debian, because the npm packages have no pg_dump. */
const bin = '/usr/lib/postgresql/15/bin';

/** Creates a reader that has read half of the sequenced changes, and changes that are not sequenced yet. */
async function beforeTheMove(service: TestService) {
  const tenant = await service.factories.tenant();
  const changes = changesOf(service);
  await makeUsers(service, tenant, 6);
  const { body } = await changes.page(tenant, 'limit=3');
  expect((await changes.since(tenant)).items).toHaveLength(6);
  // The background work of the service would sequence them.
  await service.app.close();
  while (!(await sequenceChanges({ database: service.database, now: Date.now })));
  await service.database.query(
    `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
     select $1, 'user_access.revoked', gen_random_uuid(), now(), 'operator', 'waits-' || n, '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"}'
     from generate_series(1, 2) n`,
    [tenant.externalServiceId],
  );
  return { tenant, read: body.items as ShownChange[], cursor: body.nextCursor as string };
}

/** Continues the reader from its cursor after the move, and writes new changes. */
async function goesOn(
  service: TestService,
  { tenant, read, cursor }: Awaited<ReturnType<typeof beforeTheMove>>,
) {
  const changes = changesOf(service);
  const rest = await changes.since(tenant, cursor);
  await makeUsers(service, tenant, 2);
  const last = await changes.since(tenant, rest.cursor);
  const all = [...read, ...rest.items, ...last.items];
  expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort());
  expect(all.map(({ type }) => type)).toEqual([
    ...Array(6).fill('user.created'),
    ...Array(2).fill('user_access.revoked'),
    ...Array(2).fill('user.created'),
  ]);
  expect(all.slice(6, 8).map(({ requestId }) => requestId)).toEqual(['waits-1', 'waits-2']);
}

async function makeUsers(service: TestService, { externalServiceId, token }: Tenant, count: number) {
  for (let n = 0; n < count; n += 1)
    expect((await service.createUser(externalServiceId, { token, body: userBody() })).status).toBe(201);
}

/** Creates the target of `npm run db:move`: an empty database, and a role that owns it and has no other rights. */
async function emptyDatabase() {
  const serverUrl = inject('serverUrl');
  const name = `courtbridge_test_${randomUUID().replaceAll('-', '')}`;
  const role = `${name}_owner`;
  const password = randomUUID();
  await execute(
    serverUrl,
    `create role ${role} login password '${password}' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
  );
  await execute(serverUrl, `create database ${name} owner ${role}`);
  const url = new URL(withDatabase(serverUrl, name));
  [url.username, url.password] = [role, password];
  return {
    url: url.href,
    drop: async () => {
      await execute(serverUrl, `drop database if exists ${name} with (force)`);
      await execute(serverUrl, `drop role ${role}`);
    },
  };
}

const move = (env: Record<string, string>) => runScript('db-move', env);

describe('readers and writers after a move of the data', () => {
  it.runIf(existsSync(`${bin}/pg_dump`))(
    'continue after a dump is restored on a server with other transaction numbers',
    async () => {
      const options = { bin, settings: ['fsync=off'] };
      const old = await forTest(startOwnPostgresql(options));
      const fresh = await forTest(startOwnPostgresql(options));
      const open = async (url: string): Promise<TestService> => {
        const database = await openPostgresql({ url, poolSize: 4 });
        return startServiceOn({ database, url, drop: () => database.close() });
      };
      const opened = await openPostgresql({ url: old.url, poolSize: 2 });
      await migrate(opened);
      await opened.close();
      const service = await open(old.url);
      const before = await beforeTheMove(service);
      await service.stop();
      const dump = execFileSync(`${bin}/pg_dump`, [old.url], { maxBuffer: 100_000_000 });
      execFileSync(`${bin}/psql`, ['-v', 'ON_ERROR_STOP=1', '-q', fresh.url], { input: dump });
      const restored = await open(fresh.url);
      await goesOn(restored, before);
      await restored.stop();
    },
  );

  it('continue after db:move has copied every row of the embedded database to PostgreSQL', async () => {
    const DATA_DIR = await copyOfDataDir();
    const { url: DATABASE_URL } = await forTest(emptyDatabase());
    const embedded = await openEmbedded(DATA_DIR);
    // Without a key, the service sends no webhooks to the endpoints of the world.
    const service = await startServiceOn(
      { database: embedded, url: '', drop: () => embedded.close() },
      { webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: undefined } },
    );
    await createWorld(service);
    // The first three tables are specific to each database: triggers make versions of occupancies. `contentsOf` would sequence the last.
    const except = ['mikro_orm_migrations', 'function_schemas', 'court_occupancy_versions', 'change_outbox'];
    const before = await beforeTheMove(service);
    expect((await move({ DATA_DIR, DATABASE_URL })).stderr).toContain(`${DATA_DIR} is in use by process`);
    const contents = await contentsOf(embedded, except);
    await service.stop();

    const moved = await move({ DATA_DIR, DATABASE_URL });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^\d+ rows of \d+ tables are in PostgreSQL now\./m);
    const database = await openPostgresql({ url: DATABASE_URL, poolSize: 4 });
    const there = { database, url: DATABASE_URL, drop: () => database.close() };
    expect(await contentsOf(database, except)).toEqual(contents);
    expect(Object.values(contents).filter((hash) => hash !== null).length).toBeGreaterThan(15);
    const again = await move({ DATA_DIR, DATABASE_URL });
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^The PostgreSQL database has rows already \(in \w+\)[^\n]*\n$/);

    const on = await startServiceOn(there);
    await goesOn(on, before);
    await on.stop();
  });

  it('db:move reports a missing embedded database or DATABASE_URL in one line', async () => {
    const nowhere = await move({ DATA_DIR: '/nonexistent', DATABASE_URL: 'postgres://localhost/x' });
    expect(nowhere).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no embedded database in /nonexistent. Correct DATA_DIR.\n',
    });
    const toNone = await move({ DATA_DIR: '/nonexistent' });
    expect(toNone.stderr).toBe('DATABASE_URL is not set: it names the PostgreSQL database to move to.\n');
  });
});
