import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../../src/db/functions/functions.ts';
import { scopes } from '../../../../src/rules/requests/scope.ts';
import { authorizePartner } from '../../../../src/services/access/authorize-partner.ts';
import { batchUsers } from '../../../../src/services/users/batch/batch-users.ts';
import { createUser } from '../../../../src/services/users/create-user.ts';
import { upsertUser } from '../../../../src/services/users/upsert-user.ts';
import { lockUsers } from '../../../../src/services/users/writes/write-users.ts';
import { newId } from '../../../../src/services/values/new-id.ts';
import { inLineBehind } from '../../../harness/assertions/in-line.ts';
import { createFactories } from '../../../harness/data/factories.ts';
import { useTestDatabase } from '../../../harness/servers/use-test-service.ts';

const partner = (externalServiceId: string) =>
  authorizePartner({ id: newId(), externalServiceId, scopes: [...scopes] }, 'userwrite', externalServiceId);
const body = () => {
  const id = newId();
  return { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'Lovelace' };
};

const test = useTestDatabase();
let manager: string;
let stranger: string;
const context = () => ({ database: test.database, newId, now: Date.now, requestId: 'x' });
const make = async () => (await createUser(context(), partner(manager), body())).user;
beforeAll(async () => {
  const { externalService } = createFactories(test.database);
  [manager, stranger] = [await externalService(), await externalService()];
});

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ type, message }) => ({ type, message }),
  );

describe('locks of users', () => {
  it.each([
    ['exclude other writers, but not bookings that name the user', undefined, true],
    ['exclude bookings that name the user, too, if they are exclusive', 'exclusive', false],
  ] as const)('%s', async (_what, locks, isOpenToBookings) => {
    const { id: userId } = await make();
    const writes = {
      context: context(),
      by: partner(manager),
      items: [{ action: 'update', userId, changes: {} }],
      ...(locks ? { locks } : {}),
    } as const;
    const free = async (strength: string) =>
      (await test.database.query(`select from users where id = $1 for ${strength} skip locked`, [userId]))
        .length;
    await test.database.transaction(async (em) => {
      await lockUsers(em, writes);
      expect(await free('no key update')).toBe(0);
      expect(await free('key share')).toBe(isOpenToBookings ? 1 : 0);
    });
    expect(await free('update')).toBe(1);
  });
});

describe('a batch that excludes bookings', () => {
  it('holds no user while it waits for an address, so that it cannot deadlock with a booking of two users', async () => {
    const [named, other] = [await make(), await make()];
    const { email } = body();
    const address = (externalUserId: string) => ({ ...body(), externalUserId, email });
    const booking = new pg.Client(test.url);
    await booking.connect();
    const name = (id: string) => booking.query('select from users where id = $1 for key share', [id]);
    const waiting = (what: string) =>
      expect
        .poll(async () => {
          const waits = await test.database.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event in ('advisory', 'PgSleep', 'transactionid')
               and query like $1`,
            [`%${what}%`],
          );
          return waits.length;
        })
        .toBe(1);
    await booking.query('begin');
    // The booking would be the one that PostgreSQL ends.
    await booking.query("set local deadlock_timeout = '10ms'");
    await name(named.id);
    const changing = upsertUser(context(), partner(manager), address(named.externalUserId!));
    await waiting('save_users');
    const items = [{ action: 'upsert', ...address(other.externalUserId!) }];
    const refused = errorOf(
      batchUsers(context(), partner(manager), { atomic: true, items }, () => '2026-11-27'),
    );
    await waiting('load_users');
    await name(other.id);
    await booking.query('commit');
    await booking.end();
    expect((await changing).user.email).toBe(email);
    expect(await refused).toMatchObject({ type: 'batch_refused' });
  });
});

describe('requests about a user that lose a race', () => {
  it('update the user that another transaction has linked meanwhile', async () => {
    const { id, externalUserId, email } = await make();
    const next = newId();
    const key = `${databaseFunctions().schema}.user_link_key($1, $2)`;
    const { created, user } = await inLineBehind(
      test.url,
      [`select pg_advisory_xact_lock(${key})`, manager, next],
      () =>
        upsertUser(context(), partner(manager), {
          ...body(),
          externalUserId: next,
          email: email!,
          firstName: 'Grace',
        }),
      1,
      (other) =>
        other.query('update user_links set external_user_id = $1 where external_user_id = $2', [
          next,
          externalUserId,
        ]),
    );
    expect([created, user.id, user.firstName]).toEqual([false, id, 'Grace']);
  });

  it('report an address that a writer without its lock has taken meanwhile', async () => {
    const input = body();
    const insert = `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, 'A', 'B', $3)`;
    const error = await inLineBehind(
      test.url,
      [insert, newId(), input.email, stranger],
      () => errorOf(createUser(context(), partner(manager), input)),
      1,
    );
    expect(error).toMatchObject({ type: 'email_already_in_use' });
  });
});
