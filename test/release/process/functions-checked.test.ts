import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { migrate } from '../../../src/db/migrate.ts';
import {
  lowestId as beforeEverything,
  type ChangePage,
  selectChanges,
} from '../../../src/db/queries/partners/changes.ts';
import { toStatement } from '../../../src/db/queries/statement.ts';
import { forEver, keepPartitions, recordTables } from '../../../src/db/record-tables.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { WebhookSending } from '../../harness/clients/webhook-sending.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';

/** The newest Debian server with the extension plpgsql_check. */
const debian = '/usr/lib/postgresql';
const bin = (existsSync(debian) ? readdirSync(debian) : [])
  .filter((version) => existsSync(join(debian, version, 'lib/plpgsql_check.so')))
  .map((version) => join(debian, version, 'bin'))
  .at(-1);
const needs = bin === undefined ? ' (not run: needs postgresql-15-plpgsql-check)' : '';
if (bin === undefined)
  process.stderr.write(
    'The functions are not linted: install postgresql-15 and postgresql-15-plpgsql-check.\n',
  );

describe.skipIf(bin === undefined)(
  `the functions, checked by plpgsql_check on Debian's PostgreSQL${needs}`,
  () => {
    const { schema } = databaseFunctions();
    let server: PostgresqlServer;
    let service: TestService;
    let tenant: Tenant;
    let client: pg.Client;
    beforeAll(async () => {
      server = await startOwnPostgresql({
        bin: bin!,
        settings: [
          'shared_preload_libraries=plpgsql,plpgsql_check',
          'plpgsql_check.profiler=on',
          'fsync=off',
        ],
      });
      const database = await openPostgresql({ url: server.url, poolSize: 4 });
      await migrate(database);
      // Without the key, the service sends no webhooks. The test sends them.
      const webhooks = { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: undefined };
      service = await startServiceOn(
        { database, url: server.url, drop: () => database.close() },
        { webhooks },
      );
      tenant = await service.factories.tenant(2);
      client = new pg.Client(server.url);
      await client.connect();
      await client.query('create extension plpgsql_check');
    });
    afterAll(async () => {
      await client.end();
      await service.stop();
      await server.stop();
    });

    const inPlpgsql = async () => {
      const { rows } = await client.query<{ id: string; name: string }>(
        `select p.oid::text as id, proname as name from pg_proc p join pg_language l on l.oid = prolang
       where pronamespace = $1::regnamespace and lanname = 'plpgsql' order by proname`,
        [schema],
      );
      return rows;
    };

    it('have no error, no warning and no unused variable', async () => {
      const functions = await inPlpgsql();
      expect(functions.map(({ name }) => name)).toEqual([
        'announce_change',
        'check_writable',
        'claim_webhooks',
        'complete_webhook',
        'enter_change_wait',
        'keep_partitions',
        'leave_change_wait',
        'load_court_bookings',
        'load_users',
        'look_for_webhooks',
        'number_changes',
        'own_changes',
        'record_audit_event',
        'record_audit_events',
        'renew_lease',
        'resume_webhook_endpoint',
        'save_court_bookings',
        'save_users',
        'take_rate_limit_permits',
        'wait_for_standbys',
        'watch_changes',
      ]);
      for (const { id, name } of functions) {
        const { rows } = await client.query(
          'select lineno, statement, message, detail, hint, level from plpgsql_check_function_tb($1::oid, extra_warnings => true, security_warnings => true, performance_warnings => false)',
          [id],
        );
        // Some functions return a row among other output variables.
        const others = rows.filter(
          ({ message }) => !/^composite OUT variable .* is not single/.test(message),
        );
        expect(others, name).toEqual([]);
      }
    });

    /** Reaches every branch of the functions for partners and background work. */
    const goEveryWay = async () => {
      const { externalServiceId, token, courtIds } = tenant;
      const em = service.database.em();
      const create = (body: Record<string, unknown>) =>
        service.createUser(externalServiceId, { token, body });
      const put = (id: string, body: Record<string, unknown>) =>
        service.upsertCourtBooking(externalServiceId, id, { token, body });
      const statuses: Record<string, number[]> = {};
      const note = async (what: string, ...answers: Promise<{ status: number }>[]) => {
        statuses[what] = [];
        for (const answer of answers) statuses[what].push((await answer).status);
      };

      const ada = userBody();
      await note('user: created, the same, address taken, id taken', create(ada));
      await note('user: the same', create(ada));
      await note('user: address', create(userBody({ email: ada.email })));
      await note('user: external id', create(userBody({ externalUserId: ada.externalUserId })));
      const eve = userBody();
      await note('user: of somebody else', create(eve));
      await note(
        'user: address and external id of two',
        create(userBody({ email: eve.email, externalUserId: ada.externalUserId })),
      );
      // Another transaction takes the address first and commits.
      const racer = userBody();
      const other = new pg.Client(server.url);
      await other.connect();
      await other.query('begin');
      await other.query(
        `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, 'a', 'b', $3)`,
        [uuidv7(), racer.email, externalServiceId],
      );
      const racing = create(racer);
      await expect
        .poll(async () => {
          const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
          return rows.length;
        })
        .toBeGreaterThan(0);
      await other.query('commit');
      await other.end();
      await note('user: lost race', racing);

      const { organizationId, courtIds: foreign } = await service.factories.organization(1);
      expect(organizationId).toBeTypeOf('string');
      const body = bookingBody(courtIds[0], { participants: [{ email: 'guest@example.com' }] });
      await note('booking: created', put('a', body));
      await note('booking: replayed', put('a', body));
      await note('booking: conflict', put('a', { ...body, participants: [] }));
      await note('booking: stale', put('a', { ...body, externalUpdatedAt: '2020-01-01T00:00:00Z' }));
      await note(
        'booking: updated',
        put('a', { ...body, participants: [], externalUpdatedAt: '2026-12-01T00:00:00Z' }),
      );
      await note(
        'booking: moved',
        put('a', {
          ...body,
          participants: [],
          courtId: courtIds[1],
          externalUpdatedAt: '2026-12-02T00:00:00Z',
        }),
      );
      await note('booking: overlap', put('b', bookingBody(courtIds[1])));
      await note(
        'booking: repeated',
        put('c', { ...body, participants: [{ email: 'x@example.com' }, { email: 'x@example.com' }] }),
      );
      await note('booking: range', put('c', { ...body, endDate: body.startDate }));
      await note('booking: court', put('c', bookingBody(uuidv7())));
      await note('booking: organization', put('c', bookingBody(foreign[0]!)));
      await note(
        'booking: user',
        put('c', { ...bookingBody(courtIds[0]), participants: [{ userId: uuidv7() }] }),
      );
      await service.factories.cancelBooking(externalServiceId, 'a');
      await note('booking: cancelled', put('a', { ...body, externalUpdatedAt: '2027-12-01T00:00:00Z' }));

      // A court is closed while a booking waits for its lock.
      const closing = new pg.Client(server.url);
      await closing.connect();
      await closing.query('begin');
      await closing.query('update courts set active = false where id = $1', [courtIds[0]]);
      const late = put('late', bookingBody(courtIds[0], {}, 40));
      await expect
        .poll(async () => {
          const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
          return rows.length;
        })
        .toBeGreaterThan(0);
      await closing.query('commit');
      await note('booking: court closed meanwhile', late);
      await closing.query('update courts set active = true where id = $1', [courtIds[0]]);
      await closing.end();

      const cancel = (id: string, stamp: string) =>
        service.cancelCourtBooking(externalServiceId, id, stamp, { token });
      await note('cancelled: newer', cancel('a', '2027-12-02T00:00:00Z'));
      await note('cancelled: again', cancel('a', '2027-12-02T00:00:00Z'));
      await note('cancelled: stale', cancel('a', '2020-01-01T00:00:00Z'));
      await note('stamp: new', cancel('never', '2026-11-20T12:00:00Z'));
      await note('stamp: again', cancel('never', '2026-11-20T12:00:00Z'));
      await note('stamp: stale', cancel('never', '2020-01-01T00:00:00Z'));
      const overtaken = bookingBody(courtIds[0], {}, 50);
      await note('stamp: create, equal', put('never', overtaken));
      await note(
        'stamp: create, older',
        put('never', { ...overtaken, externalUpdatedAt: '2020-01-01T00:00:00Z' }),
      );
      await note(
        'stamp: create, newer',
        put('never', { ...overtaken, externalUpdatedAt: '2026-12-01T00:00:00Z' }),
      );
      const upsert = (id: string, slot: number) => ({
        action: 'upsert',
        externalCourtBookingId: id,
        ...bookingBody(courtIds[0], {}, slot),
      });
      const cancelled = (id: string) => ({
        action: 'cancel',
        externalCourtBookingId: id,
        externalUpdatedAt: '2027-01-01T00:00:00Z',
      });
      const batch = (items: unknown[], atomic = false) =>
        service.batchCourtBookings(externalServiceId, { token, body: { atomic, items } });
      await note('batch: each alone', batch([upsert('d', 60), cancelled('d')]));
      const { endDate } = bookingBody(courtIds[0], {}, 71);
      await note(
        'batch: one in the way of two',
        batch([{ ...upsert('long', 70), endDate }, upsert('h', 70), upsert('i', 71)]),
      );
      await note('batch: overlap', batch([upsert('e', 61), upsert('f', 61)], true));
      await note('batch: written', batch([upsert('e', 61), upsert('g', 62)], true));
      await note('batch: written and replayed', batch([cancelled('e'), upsert('g', 62)], true));
      await note('batch: replayed', batch([cancelled('e')], true));
      await note(
        'batch: stale',
        batch(
          [
            { ...upsert('g', 63), externalUpdatedAt: '2020-01-01T00:00:00Z' },
            { ...cancelled('d'), externalUpdatedAt: '2020-01-01T00:00:00Z' },
          ],
          true,
        ),
      );

      const moved = (id: string, slot: number) => ({
        ...upsert(id, slot),
        externalUpdatedAt: '2026-12-01T00:00:00Z',
      });
      await note('batch: two', batch([upsert('j', 80), upsert('k', 81)], true));
      await note('batch: exchanged', batch([moved('j', 81), moved('k', 80)], true));

      const users = (items: unknown[], atomic = false) => userCalls(service).batch(tenant, items, { atomic });
      const member = (externalUserId: string, name: string) => ({
        action: 'upsert',
        externalUserId,
        email: `${name}@example.com`,
        firstName: 'A',
        lastName: 'B',
      });
      const [one, two] = [member('u1', 'one'), member('u2', 'two')];
      await note('users: created', users([one, two]));
      await note(
        'users: unchanged, address taken, moved',
        users([one, member('u3', 'two'), member('u1', 'moved')]),
      );
      await note('users: exchanged', users([member('u1', 'two'), member('u2', 'moved')], true));
      await note('users: refused', users([member('u4', 'two')], true));
      await note(
        'users: unchanged and erased',
        users([member('u1', 'two'), { action: 'erase', externalUserId: 'u2' }], true),
      );
      // Another transaction holds the user, first for a short time, and then for longer than a batch waits.
      const holder = new pg.Client(server.url);
      await holder.connect();
      for (const millis of [100, 2_000]) {
        await holder.query('begin');
        await holder.query("select from users where email = 'two@example.com' for update");
        const waiting = users([member('u1', 'two')], true);
        await sleep(millis);
        await holder.query('commit');
        await note(`users: held for ${millis} ms`, waiting);
      }
      // Another transaction holds the key of an address.
      await holder.query('begin');
      await holder.query(`select pg_advisory_xact_lock(${schema}.email_key('two@example.com'))`);
      const waiting = users([member('u1', 'two')], true);
      await sleep(100);
      await holder.query('commit');
      await note('users: address held', waiting);
      // Another transaction links the id while the batch waits for it.
      await holder.query('begin');
      await holder.query(`select pg_advisory_xact_lock(${schema}.user_link_key($1, 'u5'))`, [
        externalServiceId,
      ]);
      const linking = users([{ ...member('u5', 'two'), firstName: 'Ada' }]);
      await expect
        .poll(async () => {
          const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
          return rows.length;
        })
        .toBeGreaterThan(0);
      await holder.query(`update user_links set external_user_id = 'u5' where external_user_id = 'u1'`);
      await holder.query('commit');
      await holder.end();
      await note('users: linked meanwhile', linking);
      const { externalUserId, ...fields } = userBody() as { externalUserId: string };
      await note('user: upsert', userCalls(service).upsert(tenant, externalUserId, fields));

      expect(Object.values(statuses).flat()).toEqual([
        201, 200, 409, 409, 201, 409, 409, 201, 200, 409, 409, 200, 200, 409, 400, 400, 404, 403, 403, 409,
        404, 200, 200, 409, 200, 200, 409, 409, 409, 201, 200, 200, 409, 200, 200, 200, 409, 200, 200, 200,
        200, 200, 409, 200, 200, 503, 200, 200, 201,
      ]);

      // From here on, only the test may sequence changes and keep partitions. The service does both every second, by a different clock.
      await service.app.close();
      const [user] = await em.execute<{ id: string }[]>('select id from users limit 1');
      await service.database.callInBackground('record_audit_events', {
        ids: [uuidv7()],
        at: new Date().toISOString(),
        actorType: 'operator',
        actorId: uuidv7(),
        requestId: 'x',
        action: 'cancelCourtBooking',
        subjectType: 'court_booking',
        subjectIds: [uuidv7()],
        befores: ['{}'],
        afters: ['{}'],
      });
      const numbering = `select ${schema}.number_changes(now(), 1000) as count`;
      // Only the holder of this lock can sequence changes.
      await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('courtbridge/changes', 0))`);
      expect(await em.execute(numbering)).toEqual([{ count: null }]);
      await em.execute(
        `select ${schema}.announce_change('user.updated', ?::uuid, now(), 'operator', 'x', '{}', p_user_id => ?::uuid)`,
        [user!.id, user!.id],
      );
      expect((await client.query(numbering)).rows[0].count).toBeGreaterThan(0);
      await client.query('commit');
      const [watched] = await em.execute<{ newest: Record<string, number> }[]>(
        `select ${schema}.watch_changes(now(), 1000, ?::jsonb) as newest`,
        [JSON.stringify([externalServiceId])],
      );
      expect(watched!.newest[externalServiceId]).toBeGreaterThan(10);
      const pageOf = toStatement(selectChanges(externalServiceId, { after: beforeEverything, limit: 2 }));
      const [read] = await service.database.query<{ page: ChangePage }>(pageOf.text, pageOf.parameters);
      expect(read!.page.changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
      const atEnd = toStatement(selectChanges(externalServiceId, { after: uuidv7(), limit: 2 }));
      const [empty] = await service.database.query<{ page: ChangePage }>(atEnd.text, atEnd.parameters);
      expect(empty!.page.changes).toEqual([]);

      const [waiter, next] = [uuidv7(), uuidv7()];
      const wait = (slotId: string) =>
        service.database.call('enter_change_wait', {
          apiTokenId: externalServiceId,
          slotId,
          milliseconds: 60_000,
          most: 1,
        });
      expect(await wait(waiter)).toBeNull();
      expect(await wait(next)).toBeGreaterThan(0);
      await service.database.call('leave_change_wait', { apiTokenId: externalServiceId, slotId: waiter });
      for (const locks of [null, 'none', 'court', 'all'])
        await service.database.call('load_court_bookings', {
          externalServiceId,
          externalCourtBookingIds: ['loaded'],
          courtIds: [courtIds[0]],
          startDates: ['2027-01-01T00:00:00Z'],
          endDates: ['2027-01-01T01:00:00Z'],
          externalUpdatedAts: ['2026-01-01T00:00:00Z'],
          userIds: [user!.id],
          emails: [],
          locks,
        });
      expect(await wait(next)).toBeNull();

      const day = 24 * 60 * 60 * 1_000;
      for (const table of recordTables) {
        await keepPartitions(service.database, table, forEver, Date.now());
        // Four years later, every partition of today has expired.
        await keepPartitions(service.database, table, 30, Date.now() + 1_500 * day);
      }
      await expect(em.execute(`select ${schema}.keep_partitions('users', 'day', 1, now())`)).rejects.toThrow(
        'no records are kept in users by day',
      );
      await service.database.checkReady();
      await client.query('begin read only');
      const { rows } = await client.query(`select ${schema}.check_writable() as fault`);
      expect(rows).toEqual([{ fault: 'read_only' }]);
      await client.query('rollback');
    };

    /** Sends webhooks to endpoints that accept them, are gone, recover, are stopped or are switched off. */
    const sendEveryWay = async () => {
      const sending = await WebhookSending.begin(service.database);
      const id = await sending.endpoint('/');
      await sending.happens();
      await sending.pass();
      sending.receiver.answer = () => ({ status: 410 });
      await sending.happens(2);
      await sending.pass();
      await sending.happens();
      await sending.pass();
      sending.receiver.answer = () => ({ status: 204 });
      await sending.passAfter(60 * 60_000);
      expect(await sending.deliveries(id)).toMatchObject(Array(4).fill({ isDelivered: true }));

      // One endpoint leaves no room for the other. The stopped sender releases its deliveries.
      const other = await sending.endpoint('/other');
      await sending.happens(2);
      const stopped = sending.sender({ toWell: 2, graceMillis: 0 });
      sending.receiver.answer = () => undefined;
      await stopped.look();
      expect(await stopped.sendDue()).toBe(2);
      await stopped.close();
      sending.receiver.answer = () => ({ status: 204 });
      expect(await sending.endpointState(id)).toMatchObject({ underWay: {} });
      const at = new Date(sending.at).toISOString();
      const lost = {
        endpointId: other,
        id: uuidv7(),
        lease: at,
        now: at,
        requestId: 'x',
        outcome: 'delivered',
        failingDays: 5,
      };
      expect(await service.database.callInBackground('complete_webhook', lost)).toBe(false);
      await client.query(
        "update webhook_endpoints set paused_because = 'OPERATOR', paused_at = now() where id = $1",
        [other],
      );
      await sending.happens();
      await sending.pass();
      await client.query('update external_services set active = false where id = $1', [
        sending.externalServiceId,
      ]);
      await sending.happens();
      await sending.pass();
      await sending.stop();
    };

    /** Replays a booking and a creation of a user on a server with a synchronous standby. Commits do not wait for it, because it does not exist. */
    const replayWithStandby = async () => {
      const configure = async (...changes: string[]) => {
        for (const change of changes) await client.query(`alter system ${change}`);
        await client.query('select pg_reload_conf()');
      };
      await configure('set synchronous_commit = local', 'set synchronous_standby_names = absent');
      await expect
        .poll(async () => (await client.query('show synchronous_standby_names')).rows)
        .toEqual([{ synchronous_standby_names: 'absent' }]);
      const replay = () =>
        service.upsertCourtBooking(tenant.externalServiceId, 'replayed', {
          token: tenant.token,
          body: bookingBody(tenant.courtIds[0], {}, 9_000),
        });
      expect((await replay()).status).toBe(201);
      expect((await replay()).status).toBe(200);
      const { externalServiceId, token } = tenant;
      const body = userBody();
      const create = () => service.createUser(externalServiceId, { token, body });
      expect((await create()).status).toBe(201);
      expect((await create()).status).toBe(200);
      await configure('reset synchronous_commit', 'reset synchronous_standby_names');
    };

    it('have every statement and branch covered by these calls', async () => {
      await goEveryWay();
      await sendEveryWay();
      await replayWithStandby();
      const covered: Record<string, unknown> = {};
      for (const { id, name } of await inPlpgsql()) {
        const { rows } = await client.query(
          'select plpgsql_coverage_statements($1::oid) as statements, plpgsql_coverage_branches($1::oid) as branches',
          [id],
        );
        covered[name] = rows[0];
      }
      const whole = { statements: 1, branches: 1 };
      expect(covered).toEqual(Object.fromEntries(Object.keys(covered).map((name) => [name, whole])));
    });
  },
);
