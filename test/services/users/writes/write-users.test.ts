import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../../src/db/functions/functions.ts';
import { scopes } from '../../../../src/rules/requests/scope.ts';
import { authorizeSupporter } from '../../../../src/services/access/authorize-operator.ts';
import { authorizePartner } from '../../../../src/services/access/authorize-partner.ts';
import { batchUsers } from '../../../../src/services/users/batch/batch-users.ts';
import { createUser } from '../../../../src/services/users/create-user.ts';
import { eraseUser } from '../../../../src/services/users/erase-user.ts';
import { getUser } from '../../../../src/services/users/get-user.ts';
import { updateUser } from '../../../../src/services/users/update-user.ts';
import { upsertUser } from '../../../../src/services/users/upsert-user.ts';
import { lockUsers, type UserWrites } from '../../../../src/services/users/writes/write-users.ts';
import { newId } from '../../../../src/services/values/new-id.ts';
import { createFactories } from '../../../harness/data/factories.ts';
import { useTestDatabase } from '../../../harness/servers/use-test-service.ts';

const operator = authorizeSupporter({ id: newId(), name: 'Jo', role: 'SUPPORT' });
const partner = (externalServiceId: string) =>
  authorizePartner({ id: newId(), externalServiceId, scopes: [...scopes] }, 'userwrite', externalServiceId);
const body = () => {
  const id = newId();
  return { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'Lovelace' };
};

const test = useTestDatabase();
let manager: string;
let granted: string;
let stranger: string;
const context = () => ({ database: test.database, newId, now: Date.now, requestId: 'x' });
async function make({ isErased = false } = {}) {
  const { user } = await createUser(context(), partner(manager), body());
  await createFactories(test.database).grantUser(granted, user.id);
  if (isErased) await eraseUser(context(), operator, { userId: user.id });
  return user;
}
beforeAll(async () => {
  const { externalService } = createFactories(test.database);
  [manager, granted, stranger] = [await externalService(), await externalService(), await externalService()];
});

const denied = {
  type: 'user_access_denied',
  message: expect.stringContaining(
    'neither manages the user nor was granted access, or the user does not exist',
  ),
};
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ type, message }) => ({ type, message }),
  );

describe('permission to change a user', () => {
  const change = (by: UserWrites['by'], userId: string) => errorOf(updateUser(context(), by, { userId }));
  const erase = (by: UserWrites['by'], userId: string) => errorOf(eraseUser(context(), by, { userId }));

  it('its manager and operators may change it, grantees get user_not_managed and others user_access_denied', async () => {
    const { id } = await make();
    for (const send of [change, erase]) {
      expect(await send(partner(granted), id)).toMatchObject({ type: 'user_not_managed' });
      expect(await send(partner(stranger), id)).toMatchObject(denied);
      for (const by of [stranger, granted, manager])
        expect(await send(partner(by), newId())).toEqual(await send(partner(stranger), id));
      expect(await send(operator, newId())).toMatchObject({ type: 'user_not_found' });
    }
    expect(await change(partner(manager), id)).toBe('done');
    expect(await change(operator, id)).toBe('done');
  });

  it('an erased user can only be erased again, and only by its manager and operators', async () => {
    const { id } = await make({ isErased: true });
    expect(await change(operator, id)).toMatchObject({ type: 'user_not_found' });
    expect(await change(partner(manager), id)).toMatchObject(denied);
    expect(await erase(operator, id)).toBe('done');
    expect(await erase(partner(manager), id)).toBe('done');
    expect(await erase(partner(granted), id)).toMatchObject(denied);
    expect(await erase(partner(stranger), id)).toMatchObject(denied);
  });

  it('reading a user without access gives the same error as an unknown user', async () => {
    const { id } = await make();
    const refusal = (userId: string) => errorOf(getUser(context(), partner(stranger) as never, { userId }));
    expect(await refusal(id)).toMatchObject(denied);
    expect(await refusal(newId())).toEqual(await refusal(id));
  });
});

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
  /** Begins the request while another transaction holds a lock, and commits that transaction. */
  async function racing<Result>(
    lock: (other: pg.Client) => Promise<unknown>,
    request: () => Promise<Result>,
    change: (other: pg.Client) => Promise<unknown> = async () => {},
  ): Promise<Result> {
    const other = new pg.Client(test.url);
    await other.connect();
    await other.query('begin');
    await lock(other);
    const requested = request();
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          `select from pg_stat_activity, pg_stat_clear_snapshot()
           where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await change(other);
    await other.query('commit');
    await other.end();
    return requested;
  }

  it('update the user that another transaction has linked meanwhile', async () => {
    const { id, externalUserId, email } = await make();
    const next = newId();
    const { created, user } = await racing(
      (other) =>
        other.query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.user_link_key($1, $2))`, [
          manager,
          next,
        ]),
      () =>
        upsertUser(context(), partner(manager), {
          ...body(),
          externalUserId: next,
          email: email!,
          firstName: 'Grace',
        }),
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
    const error = await racing(
      (other) =>
        other.query(
          `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, 'A', 'B', $3)`,
          [newId(), input.email, stranger],
        ),
      () => errorOf(createUser(context(), partner(manager), input)),
    );
    expect(error).toMatchObject({ type: 'email_already_in_use' });
  });
});
