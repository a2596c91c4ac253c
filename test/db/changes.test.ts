import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { changes as changesTable, keepPartitions } from '../../src/db/record-tables.ts';
import { sequenceChanges } from '../../src/services/changes/sequence-changes.ts';
import * as playbook from '../graphql/graphiql/playbook.generated.ts';
import { changesOf, type ShownChange } from '../harness/clients/changes.ts';
import { ask } from '../harness/clients/graphql-client.ts';
import { writeChangesAt } from '../harness/clients/write-changes-at.ts';
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import { bookingIdIn } from '../harness/data/rows.ts';
import { runs } from '../harness/data/runs.ts';
import '../harness/measured.ts';
import { startServiceAt, type TestService } from '../harness/servers/test-service.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

type Version = string;

function faultsOfFeed(feed: readonly Told[], acknowledged: readonly Version[]): string[] {
  const faults: string[] = [];
  const told = new Set(feed.map(({ version }) => version));
  const missing = acknowledged.filter((version) => !told.has(version));
  if (missing.length > 0) faults.push(`missing: ${missing.length}`);
  const twice = feed.length - told.size;
  if (twice > 0) faults.push(`twice: ${twice}`);
  if (feed.some(({ sequence }, index) => sequence !== index + 1)) faults.push('numbers have a gap');
  const last = new Map<string, string>();
  let disordered = 0;
  for (const { booking, updatedAt } of feed) {
    if (updatedAt < (last.get(booking) ?? '')) disordered += 1;
    last.set(booking, updatedAt);
  }
  if (disordered > 0) faults.push(`out of order: ${disordered}`);
  return faults;
}

interface Told {
  sequence: number;
  version: Version;
  booking: string;
  /** Each write of a booking has a later time than the previous one. */
  updatedAt: string;
}

const toTold = ({ sequence, data }: ShownChange): Told => ({
  sequence,
  version: `${data.externalCourtBookingId} ${data.updatedAt}`,
  booking: data.externalCourtBookingId,
  // All six digits, so that the strings sort by time.
  updatedAt: data.updatedAt.replace(
    /(?:\.(\d+))?Z$/,
    (_all: string, digits = '') => `.${digits.padEnd(6, '0')}Z`,
  ),
});

/** Repeats a request that gets 503, which can happen on a busy machine. */
async function again<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

describe('completeness of the change feed', () => {
  const service = useTestService('postgresql', { poolSize: 20 });
  let other: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await service.factories.tenant(4);
    other = await startServiceAt(service.url, { poolSize: 20 });
  });
  afterAll(() => other.stop());

  it('concurrent writers and sequencers produce each acknowledged change once, in order, without a gap', async ({
    task,
  }) => {
    const { externalServiceId, token, courtIds } = tenant;
    const { secret: operator } = await service.factories.operator();
    const changes = changesOf(other);
    const hot = ['h0', 'h1', 'h2', 'h3'];
    const turnsOfWriter = runs(12);
    const acknowledged: Version[] = [];
    const note = (booking: string, updatedAt: unknown) => acknowledged.push(`${booking} ${updatedAt}`);
    let stamp = 0;
    // Each version is newer than all earlier ones, so nearly all are written.
    const bodyOf = (index: number) => {
      stamp += 1;
      return bookingBody(courtIds[index]!, {
        externalUpdatedAt: new Date(Date.UTC(2026, 10, 1) + stamp * 1_000).toISOString(),
        participants: [{ email: `guest-${stamp}@example.com` }],
      });
    };
    const upsert = async (index: number, door = service) => {
      const call = { token, body: bodyOf(index) };
      const { status, body } = await again(() =>
        door.upsertCourtBooking(externalServiceId, hot[index]!, call),
      );
      if (status < 300) note(hot[index]!, body.updatedAt);
      // `version_conflict` is possible after a cancellation by an operator.
      else expect(['stale_write', 'version_conflict']).toContain(body.error.type);
    };
    const cancel = async (index: number) => {
      const { externalUpdatedAt } = bodyOf(index);
      const { status } = await again(() =>
        service.cancelCourtBooking(externalServiceId, hot[index]!, String(externalUpdatedAt), { token }),
      );
      expect([200, 409]).toContain(status);
    };
    const batch = async () => {
      const items = hot.map((externalCourtBookingId, index) => ({
        action: 'upsert',
        externalCourtBookingId,
        ...bodyOf(index),
      }));
      const { status, body } = await again(() =>
        service.batchCourtBookings(externalServiceId, { token, body: { items } }),
      );
      expect(status).toBe(200);
      for (const { courtBooking } of body.results)
        if (courtBooking) note(courtBooking.externalCourtBookingId, courtBooking.updatedAt);
    };
    const byOperator = async (index: number) => {
      const courtBookingId = await bookingIdIn(service, hot[index]!, externalServiceId);
      const reason = 'flood';
      const cancelled = await again(() =>
        ask(service, operator, playbook.CancelCourtBookingDocument, { courtBookingId, reason }),
      );
      const reinstated = await again(() =>
        ask(service, operator, playbook.ReinstateCourtBookingDocument, { courtBookingId }),
      );
      expect([cancelled.errors, reinstated.errors]).toEqual([undefined, undefined]);
    };
    for (const index of [0, 1, 2, 3]) await upsert(index);

    let isWriting = true;
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let turn = 0; turn < turnsOfWriter; turn += 1) {
        const index = (writer + turn) % 4;
        if (writer === 0) await batch();
        else if (writer === 1) await byOperator(index);
        else if (writer === 2) await cancel(index);
        else await upsert(index, writer % 2 === 0 ? service : other);
      }
    });
    const numberers = [service, other].map(async ({ database }) => {
      while (isWriting)
        await sequenceChanges({ database, now: Date.now }).catch((error) =>
          expect(error).toMatchObject({ status: 503 }),
        );
    });
    const feed: ShownChange[] = [];
    let cursor = '';
    const poll = async () => {
      const { status, body } = await again(() => changes.page(tenant, `limit=7${cursor}`));
      expect(status).toBe(200);
      feed.push(...body.items);
      cursor = `&cursor=${body.nextCursor}`;
      return body.caughtUp as boolean;
    };
    const reader = (async () => {
      while (isWriting) await poll();
    })();
    await Promise.all(writers).finally(() => {
      isWriting = false;
    });
    await Promise.all([reader, ...numberers]);
    while (!(await poll()));

    expect(faultsOfFeed(feed.map(toTold), acknowledged)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(8 * turnsOfWriter);
    expect(new Set(feed.map(({ type }) => type))).toEqual(
      new Set([
        'court_booking.created',
        'court_booking.updated',
        'court_booking.cancelled',
        'court_booking.reinstated',
      ]),
    );
    expect((await changes.since(tenant)).items).toEqual(feed);
    task.meta.measured = { writers: writers.length, 'acknowledged changes': acknowledged.length };
  });
});

/*
 * Shows that other plausible ways to order a feed fail. The separate table is written like the outbox, under the lock of the changed row.
 */
describe('other ways to order a feed', () => {
  const service = useTestService('postgresql');
  let clients: pg.Client[];
  beforeAll(async () => {
    clients = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = new pg.Client(service.url);
        await client.connect();
        return client;
      }),
    );
    await clients[0]!.query(`
      create table things (id text primary key, version int not null default 0);
      create table told (
        id bigserial primary key, thing text not null, version int not null,
        begun_at timestamptz not null default now(), xid xid8 not null default pg_current_xact_id()
      );
      insert into things (id) values ('hot'), ('cold')`);
  });
  afterAll(() => Promise.all(clients.map((client) => client.end())));

  const change = `with changed as (update things set version = version + 1 where id = $1 returning id, version)
    insert into told (thing, version) select id, version from changed`;
  const waitsForLock = async (client: pg.Client) => {
    const { processID } = client as unknown as { processID: number };
    await expect
      .poll(
        async () => {
          const { rows } = await service.database
            .query<{ waits: boolean }>(
              "select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1",
              [processID],
            )
            .then((found) => ({ rows: found }));
          return rows[0]?.waits;
        },
        { interval: 10 },
      )
      .toBe(true);
  };
  const toFeed = (rows: { thing: string; version: number }[]): Told[] =>
    rows.map(({ thing, version }, index) => ({
      sequence: index + 1,
      version: `${thing} ${version}`,
      booking: thing,
      updatedAt: String(version).padStart(9, '0'),
    }));
  const toldBy = async (order: string): Promise<Told[]> =>
    toFeed((await clients[0]!.query(`select thing, version from told order by ${order}`)).rows);

  it('transaction time and transaction id give the wrong order, but a number assigned under the lock does not', async () => {
    const [one, two] = clients as [pg.Client, pg.Client];
    await one.query('begin');
    await one.query('select now(), pg_current_xact_id()');
    await two.query('begin');
    await two.query(change, ['hot']);
    const waits = one.query(change, ['hot']);
    await waitsForLock(one);
    await two.query('commit');
    await waits;
    await one.query('commit');
    const all = ['hot 1', 'hot 2'];
    expect(faultsOfFeed(await toldBy('begun_at'), all)).toEqual(['out of order: 1']);
    expect(faultsOfFeed(await toldBy('xid'), all)).toEqual(['out of order: 1']);
    expect(faultsOfFeed(await toldBy('id'), all)).toEqual([]);
    await one.query('truncate told');
    await one.query('update things set version = 0');
  });

  it('ordering by a value assigned before the commit loses changes, but sequencing after it does not', async () => {
    const [late, early, reader] = clients as [pg.Client, pg.Client, pg.Client];
    const all = ['hot 1', 'cold 1'];
    const readBehind = async (key: string, cursor: string) =>
      (
        await reader.query(
          `select thing, version, ${key}::text as key from told where ${key} > $1 order by ${key}`,
          [cursor],
        )
      ).rows;
    await late.query('begin');
    await late.query(change, ['hot']);
    await early.query(change, ['cold']);
    // A reader may keep the last value that it read, or the newest value that exists.
    const keys = { id: '0', begun_at: '-infinity', xid: '0' };
    const first = await Promise.all(Object.entries(keys).map((key) => readBehind(...key)));
    const { rows: newest } = await reader.query('select last_value as id from told_id_seq');
    await late.query('commit');
    const cursors = [...Object.keys(keys).map((key, n) => [key, first[n]!.at(-1).key]), ['id', newest[0].id]];
    for (const [n, [key, cursor]] of cursors.entries()) {
      const shown = [...(first[n] ?? first[0])!, ...(await readBehind(key, cursor))];
      expect(faultsOfFeed(toFeed(shown), all), `${key} from ${cursor}`).toEqual(['missing: 1']);
    }
    expect(faultsOfFeed(await toldBy('id'), all)).toEqual([]);

    // In the real feed, an open transaction is sequenced after those that committed before it.
    const tenant = await service.factories.tenant();
    const changes = changesOf(service);
    const announce = `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
      values ($1, 'court.created', gen_random_uuid(), now(), 'operator', 'x',
        json_build_object('id', gen_random_uuid(), 'name', $2::text, 'organization', json_build_object('id', gen_random_uuid(), 'name', 'Club')))`;
    await late.query('begin');
    await late.query(announce, [tenant.externalServiceId, 'late']);
    await early.query(announce, [tenant.externalServiceId, 'early']);
    const before = await changes.since(tenant);
    await late.query('commit');
    const after = await changes.since(tenant, before.cursor);
    expect([...before.items, ...after.items].map(({ sequence, data }) => [sequence, data.name])).toEqual([
      [1, 'early'],
      [2, 'late'],
    ]);
  });

  it('an open transaction delays only its own changes', async () => {
    const [held] = clients as [pg.Client];
    const tenant = await service.factories.tenant();
    const changes = changesOf(service);
    const { externalServiceId, token } = tenant;
    await held.query('begin');
    await held.query(
      `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
       values ($1, 'user_access.revoked', gen_random_uuid(), now(), 'operator', 'held', '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"}')`,
      [externalServiceId],
    );
    for (let n = 0; n < 3; n += 1) {
      await service.createUser(externalServiceId, { token, body: userBody() });
      const { items } = await changes.since(tenant);
      expect(items.map(({ type }) => type)).toEqual(Array(n + 1).fill('user.created'));
    }
    await held.query('commit');
    expect((await changes.since(tenant)).items.at(-1)).toMatchObject({ sequence: 4, requestId: 'held' });
  });

  it('dropping the oldest partition blocks no writer, waits for readers, and expires older cursors', async () => {
    const [holder, writer] = clients as [pg.Client, pg.Client];
    const tenant = await service.factories.tenant();
    const changes = changesOf(service);
    const { externalServiceId, token } = tenant;
    const day = 24 * 60 * 60_000;
    const own = await openPostgresql({ url: service.url, poolSize: 2 });
    try {
      const old = Date.now() - 100 * day;
      const idOf = (millis: number) =>
        `'${millis
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000'`;
      await writer.query(
        `create table changes_old partition of changes for values from (${idOf(old)}) to (${idOf(old + day)})`,
      );
      await writeChangesAt(
        own,
        old,
        `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
         select ?, 'user_access.revoked', gen_random_uuid(), now(), 'operator', 'old', '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"}'
         from generate_series(1, 3)`,
        [externalServiceId],
      );
      const cursor = (await changes.page(tenant, 'limit=1')).body.nextCursor;
      const isThere = async () => {
        const { rows } = await writer.query("select to_regclass('changes_old') is not null as there");
        return rows[0].there as boolean;
      };
      await holder.query('begin');
      await holder.query('select count(*) from changes');
      const keeping = keepPartitions(own, changesTable, 30, Date.now());
      for (let n = 0; n < 5; n += 1)
        expect((await service.createUser(externalServiceId, { token, body: userBody() })).status).toBe(201);
      await keeping;
      expect(await isThere()).toBe(true);
      expect((await changes.page(tenant, `cursor=${cursor}`)).status).toBe(200);
      await holder.query('commit');
      await keepPartitions(own, changesTable, 30, Date.now());
      expect(await isThere()).toBe(false);
      const { status, body } = await changes.page(tenant, `cursor=${cursor}`);
      expect([status, body.error?.type]).toEqual([410, 'cursor_expired']);
      expect((await changes.since(tenant)).items.map(({ sequence }) => sequence)).toEqual([4, 5, 6, 7, 8]);
    } finally {
      await own.close();
    }
  });
});
