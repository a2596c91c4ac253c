import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { changesOf, type ShownChange } from '../harness/changes.ts';
import { type Tenant, userBody } from '../harness/factories.ts';
import { startPostgresql } from '../harness/postgresql.ts';
import { cloneTemplate, type TestDatabase } from '../harness/test-database.ts';
import { startServiceOn, startTestService, type TestService } from '../harness/test-service.ts';

/** Debian's: the packages bring none. */
const bin = '/usr/lib/postgresql/15/bin';

/** What a reader has until the move: half of what is numbered is read, and some changes wait for their number. */
async function beforeTheMove(service: TestService) {
  const tenant = await service.factories.tenant();
  const changes = changesOf(service);
  await makeUsers(service, tenant, 6);
  const { body } = await changes.page(tenant, 'limit=3');
  expect((await changes.since(tenant)).items).toHaveLength(6);
  await service.database.query(
    `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
     select $1, 'user_access.revoked', gen_random_uuid(), now(), 'operator', 'waits-' || n, '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"}'
     from generate_series(1, 2) n`,
    [tenant.externalServiceId],
  );
  return { tenant, read: body.items as ShownChange[], cursor: body.nextCursor as string };
}

/** The reader goes on from its cursor, and writers write, where the data is now. */
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

/** Every row of every table, as text that the other server reads; what is computed is computed there. */
async function copyTables(from: TestDatabase['database'], url: string): Promise<void> {
  const to = new pg.Client(url);
  await to.connect();
  // Rows come in no order of their references.
  await to.query('set session_replication_role = replica');
  const { rows: tables } = await to.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'mikro_orm_migrations'
     group by 1`,
  );
  for (const { name, columns } of tables) {
    const [row] = await from.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
      [],
    );
    await to.query(`delete from ${name}`);
    await to.query(
      `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
      [row!.rows],
    );
  }
  const { rows: sequences } = await to.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of sequences) {
    const [row] = await from.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
      [],
    );
    await to.query('select setval($1, $2, $3)', [name, row!.last, row!.called]);
  }
  await to.end();
}

describe('readers go on from their cursors, without loss or repetition, and writers write', () => {
  it.runIf(existsSync(`${bin}/pg_dump`))(
    'where a dump was restored on another server, whose transactions have other numbers',
    async () => {
      const [old, fresh] = [await startPostgresql({ bin }), await startPostgresql({ bin })];
      const open = async (url: string): Promise<TestService> => {
        const database = await openPostgresql({ url, poolSize: 4 });
        return startServiceOn({ database, url, drop: () => database.close() });
      };
      try {
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
      } finally {
        await Promise.all([old.stop(), fresh.stop()]);
      }
    },
  );

  it('where every table of an embedded database was copied to PostgreSQL', async () => {
    const embedded = await startTestService('embedded');
    const { url, drop } = await cloneTemplate();
    try {
      const before = await beforeTheMove(embedded);
      await copyTables(embedded.database, url);
      const database = await openPostgresql({ url, poolSize: 4 });
      const service = await startServiceOn({ database, url, drop: () => database.close() });
      await goesOn(service, before);
      await service.stop();
    } finally {
      await embedded.stop();
      await drop();
    }
  });
});
