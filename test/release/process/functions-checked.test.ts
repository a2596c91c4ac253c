import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
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
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import {
  useClient,
  useOwnPostgresql,
  useServiceAt,
  useTenant,
} from '../../harness/servers/use-test-service.ts';

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
    const server = useOwnPostgresql({
      bin: bin!,
      settings: ['shared_preload_libraries=plpgsql,plpgsql_check', 'plpgsql_check.profiler=on', 'fsync=off'],
    });
    // Without the key, the service sends no webhooks. The test sends them.
    const service = useServiceAt(server, {
      webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: undefined },
    });
    const client = useClient(server);
    const tenant = useTenant(service, 2);
    beforeAll(async () => {
      await client.query('create extension plpgsql_check');
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
      const calls = userCalls(service);
      const statusOf = async (call: Promise<{ status: number }>) => (await call).status;
      /** Calls while another transaction holds what the statement locks. It commits once the call waits for it, or after a time. */
      const whileHeld = async (
        text: string,
        values: unknown[],
        call: () => Promise<{ status: number }>,
        millis = 0,
      ) => {
        const holder = new pg.Client(server.url);
        await holder.connect();
        await holder.query('begin');
        await holder.query(text, values);
        const waiting = call();
        if (millis > 0) await sleep(millis);
        else
          await expect
            .poll(async () => {
              const { rows } = await client.query(
                "select from pg_stat_activity where wait_event_type = 'Lock' or wait_event = 'PgSleep'",
              );
              return rows.length;
            })
            .toBeGreaterThan(0);
        await holder.query('commit');
        await holder.end();
        return statusOf(waiting);
      };

      const racer = userBody();
      const create = (body: Record<string, unknown>) =>
        service.createUser(externalServiceId, { token, body });
      expect(await statusOf(create(userBody()))).toBe(201);
      const taking = `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, 'a', 'b', $3)`;
      const values = [uuidv7(), racer.email, externalServiceId];
      expect(await whileHeld(taking, values, () => create(racer))).toBe(409);
      const { externalUserId, ...fields } = userBody() as { externalUserId: string };
      expect(await statusOf(calls.upsert(tenant, externalUserId, fields))).toBe(201);
      const member = (externalUserId: string, name: string) => ({
        action: 'upsert',
        externalUserId,
        email: `${name}@example.com`,
        firstName: 'A',
        lastName: 'B',
      });
      const users = (items: unknown[], atomic = true) => calls.batch(tenant, items, { atomic });
      expect(await statusOf(users([member('u1', 'one'), member('u2', 'two')], false))).toBe(200);
      const exchanged = [member('u1', 'two'), member('u2', 'one')];
      expect(await statusOf(users(exchanged))).toBe(200);
      // A batch waits for 1.5 s.
      const row = "select from users where email = 'two@example.com' for update";
      expect(await whileHeld(row, [], () => users(exchanged))).toBe(200);
      expect(await whileHeld(row, [], () => users(exchanged), 2_000)).toBe(503);
      const key = `select pg_advisory_xact_lock(${schema}.email_key('two@example.com'))`;
      expect(await whileHeld(key, [], () => users(exchanged))).toBe(200);

      const put = (id: string, body: Record<string, unknown>) =>
        statusOf(service.upsertCourtBooking(externalServiceId, id, { token, body }));
      const body = bookingBody(courtIds[0], { participants: [{ email: 'guest@example.com' }] });
      const later = { externalUpdatedAt: '2026-12-01T00:00:00Z' };
      expect([await put('a', body), await put('a', body)]).toEqual([201, 200]);
      expect(await put('a', { ...body, ...later, participants: [] })).toBe(200);
      const stamp = '2026-11-20T12:00:00Z';
      expect(await statusOf(service.cancelCourtBooking(externalServiceId, 'never', stamp, { token }))).toBe(
        200,
      );
      expect(await put('never', { ...bookingBody(courtIds[0], {}, 50), ...later })).toBe(201);
      const upsert = (id: string, slot: number, more = {}) => ({
        action: 'upsert',
        externalCourtBookingId: id,
        ...bookingBody(courtIds[0], {}, slot),
        ...more,
      });
      const batch = (items: unknown[]) =>
        statusOf(service.batchCourtBookings(externalServiceId, { token, body: { atomic: true, items } }));
      expect(await batch([upsert('j', 80), upsert('k', 81)])).toBe(200);
      expect(await batch([upsert('j', 81, later), upsert('k', 80, later)])).toBe(200);

      // From here on, only the test may sequence changes and keep partitions. The service does both every second, by a different clock.
      await service.app.close();
      const [user] = await em.execute<{ id: string }[]>('select id from users limit 1');
      const event = {
        at: new Date().toISOString(),
        actorType: 'operator',
        actorId: uuidv7(),
        requestId: 'x',
        action: 'cancelCourtBooking',
        subjectType: 'court_booking',
      };
      const { callInBackground } = service.database;
      await callInBackground('record_audit_event', { ...event, id: uuidv7(), subjectId: uuidv7() });
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
