import { describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../../src/db/functions/functions.ts';
import { isCreated, resent, userCalls } from '../../../harness/clients/user-calls.ts';
import { userBody } from '../../../harness/data/factories.ts';
import { useClient, useTenant, useTestService } from '../../../harness/servers/use-test-service.ts';

const some = 40;

describe('single calls about users that arrive together', () => {
  const service = useTestService('postgresql', { poolSize: 12 });
  const tenant = useTenant(service);
  const users = userCalls(service);
  const other = useClient(service);

  const body = (name: string, firstName = 'Ada') => ({
    email: `${name}@example.com`,
    firstName,
    lastName: 'Lovelace',
  });
  const ids = (name: string) => Array.from({ length: some }, (_, n) => `${name}-${n}`);
  const put = (id: string, given: object = body(id)) => resent(() => users.upsert(tenant, id, given));

  it('are written in fewer transactions, each with its own response, audit event and change', async () => {
    const answers = await Promise.all(
      ids('together').map((id, n) =>
        n % 2 === 0
          ? put(id)
          : resent(() =>
              service.createUser(tenant.externalServiceId, {
                token: tenant.token,
                body: userBody({ externalUserId: id, firstName: id }),
              }),
            ),
      ),
    );
    expect(answers.map(isCreated)).toEqual(Array(some).fill(true));
    expect(answers.map(({ body: user }, n) => (n % 2 === 0 ? user.externalUserId : user.firstName))).toEqual(
      ids('together'),
    );
    const [row] = await service.database.query<Record<string, number>>(
      `select count(distinct u.xmin::text)::int as transactions, count(distinct a.request_id)::int as events,
         count(distinct a.subject_id)::int as users
       from user_links l join users u on u.id = l.user_id join audit_events a on a.subject_id = u.id
       where l.external_user_id like $1`,
      ['together-%'],
    );
    expect(row).toMatchObject({ events: some, users: some });
    expect(row!.transactions).toBeLessThan(some / 2);
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(some);
  });

  it('compete for one address, and one of them gets it', async () => {
    const answers = await Promise.all(ids('hot').map((id) => put(id, body('hot'))));
    const errors = answers.flatMap(({ status, body: { error } }) => (status === 201 ? [] : [error.type]));
    expect(errors).toEqual(Array(some - 1).fill('email_already_in_use'));
  });

  it('change addresses one by one, and keep each former address', async () => {
    const { body: user } = await put('moving');
    const moves = Array.from({ length: 8 }, (_, n) => body(`moving-${n}`));
    const answers = await Promise.all([
      ...moves.map((move) => put('moving', move)),
      ...ids('beside').map((id) => put(id)),
    ]);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const former = await service.database.query<{ email: string }>(
      'select email from former_user_names where user_id = $1 union select email from users where id = $1',
      [user.id],
    );
    expect(former.map(({ email }) => email).sort()).toEqual(
      ['moving', ...moves.map(({ email }) => email.split('@')[0]!)]
        .map((name) => `${name}@example.com`)
        .sort(),
    );
  });

  it.each<[what: string, text: string, values: (userId: string) => string[]]>([
    ['a user', 'select from users where id = $1 for update', (userId) => [userId]],
    [
      'the id of a user',
      `select pg_advisory_xact_lock(${databaseFunctions().schema}.user_link_key($1, $2))`,
      () => [tenant.externalServiceId, 'the id of a user'],
    ],
    [
      'an address',
      `select pg_advisory_xact_lock(${databaseFunctions().schema}.email_key($1))`,
      () => ['an address@example.com'.replaceAll(' ', '-')],
    ],
  ])('do not wait for %s that others have locked, unless they need it', async (what, text, values) => {
    const address = what.replaceAll(' ', '-');
    const { body: user } = await put(what, body(address));
    await other.query('begin');
    await other.query(text, values(user.id));
    let isOver = false;
    const putFree = (id: string) => put(id, body(id.replaceAll(' ', '-')));
    // A group runs, so that the next one has calls of both kinds.
    const first = [0, 1].map((n) => putFree(`first of ${address} ${n}`));
    const blocked = Array.from({ length: 3 }, (_, n) =>
      put(what, body(address, `Ada ${n}`)).finally(() => {
        isOver = true;
      }),
    );
    const free = await Promise.all([...first, ...ids(`free of ${address}`).map(putFree)]);
    expect(free.map(isCreated)).toEqual(Array(some + 2).fill(true));
    expect(isOver).toBe(false);
    await other.query('commit');
    expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('do not wait for changes of addresses of users whom others refer to', async () => {
    const named = ids('named').slice(0, 5);
    const stored = await Promise.all(named.map((id) => put(id)));
    await other.query('begin');
    await other.query('select from users where id = any ($1) for key share', [
      stored.map(({ body: { id } }) => id),
    ]);
    let isOver = false;
    const changed = named.map((id) =>
      put(id, body(`new-${id}`)).finally(() => {
        isOver = true;
      }),
    );
    const free = await Promise.all(ids('unnamed').map((id) => users.upsert(tenant, id, body(id))));
    expect(free.map(({ status }) => status)).toEqual(Array(some).fill(201));
    expect(isOver).toBe(false);
    await other.query('commit');
    expect(new Set((await Promise.all(changed)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
