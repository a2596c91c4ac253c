import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../../src/db/functions/functions.ts';
import { bookingBody, type Tenant, userBody } from '../../../harness/data/factories.ts';
import { startTestService, type TestService } from '../../../harness/servers/test-service.ts';

const some = 40;

describe('single calls of an external service that arrive together', () => {
  let service: TestService;
  let tenant: Tenant;
  let other: pg.Client;
  beforeAll(async () => {
    service = await startTestService('postgresql', { poolSize: 12 });
    tenant = await service.factories.tenant(3);
    other = new pg.Client(service.url);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await service.stop();
  });

  /** Sends the call again after a 503, as partners do: a busy machine may not answer within the time limit. */
  const put = async (id: string, slot: number, court = 0, participants: object[] = []) => {
    const body = bookingBody(tenant.courtIds[court]!, { participants }, slot);
    for (;;) {
      const { token, externalServiceId } = tenant;
      const answer = await service.upsertCourtBooking(externalServiceId, id, { token, body });
      if (answer.status !== 503) return answer;
    }
  };
  const waitingStatements = async () => {
    const [row] = await service.database.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and $1",
      [true],
    );
    return row!.n;
  };
  const ids = (name: string) => Array.from({ length: some }, (_, n) => `${name}-${n}`);
  const transactionsOf = async (name: string) => {
    const [row] = await service.database.query<{ count: number }>(
      'select count(distinct xmin::text)::int as count from court_bookings where external_court_booking_id like $1',
      [`${name}-%`],
    );
    return row!.count;
  };

  it('are written in fewer transactions, each with its own response and audit event', async () => {
    const answers = await Promise.all(ids('together').map((id, n) => put(id, n, n % 3)));
    expect(answers.map(({ body }) => body.externalCourtBookingId)).toEqual(ids('together'));
    // The id in a response is that of the path, but the time is that of the stored booking.
    expect(answers.map(({ body }) => Date.parse(body.startDate))).toEqual(
      answers.map((_answer, n) => Date.parse(bookingBody('', {}, n).startDate as string)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(some).fill(201));
    expect(await transactionsOf('together')).toBeLessThan(some / 2);
    const requestIds = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(requestIds).size).toBe(some);
    const [row] = await service.database.query<{ events: number; bookings: number }>(
      `select count(distinct request_id)::int as events, count(distinct subject_id)::int as bookings
       from audit_events join court_bookings b on b.id = subject_id
       where external_court_booking_id like $1`,
      ['together-%'],
    );
    expect(row).toEqual({ events: some, bookings: some });
  });

  it('compete for one place, and one of them gets it', async () => {
    const answers = await Promise.all(ids('hot').map((id) => put(id, 100)));
    const errors = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.error.type]));
    expect(errors).toEqual(Array(some - 1).fill('court_booking_overlap'));
  });

  it('apply to one booking in any order, and the newest version is stored', async () => {
    const versions = Array.from(
      { length: 20 },
      (_, n) => `2026-11-20T12:00:${String(n).padStart(2, '0')}.000Z`,
    );
    const send = (externalUpdatedAt: string) =>
      service.upsertCourtBooking(tenant.externalServiceId, 'same', {
        token: tenant.token,
        body: bookingBody(tenant.courtIds[1], { externalUpdatedAt }, 200),
      });
    await Promise.all(versions.toReversed().concat(versions).map(send));
    const [row] = await service.database.query<{ version: string }>(
      'select external_updated_at::text as version from court_bookings where external_court_booking_id = $1',
      ['same'],
    );
    expect(row!.version).toBe('2026-11-20 12:00:19+00');
  });

  it('do not wait for a court that others have locked, except for those that book it', async () => {
    await other.query('begin');
    await other.query('select from courts where id = $1 for no key update', [tenant.courtIds[2]]);
    let isOver = false;
    const blocked = put('blocked', 300, 2).finally(() => {
      isOver = true;
    });
    const answers = await Promise.all(ids('bystander').map((id, n) => put(id, 300 + n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(some).fill(201));
    expect(isOver).toBe(false);
    await other.query('commit');
    expect((await blocked).status).toBe(201);
  });

  it('do not wait for a user whom others have locked, except for those that name the user', async () => {
    const { body: user } = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: userBody(),
    });
    const userId: string = user.id;
    await other.query('begin');
    await other.query('select from users where id = $1 for update', [userId]);
    let isOver = false;
    const blocked = Promise.all(ids('named').map((id, n) => put(id, 500 + n, 0, [{ userId }]))).finally(
      () => {
        isOver = true;
      },
    );
    await expect.poll(() => waitingStatements()).toBeGreaterThan(0);
    for (let n = 0; n < 5; n += 1) expect((await put(`calm-${n}`, 600 + n)).status).toBe(201);
    expect(isOver).toBe(false);
    await other.query('commit');
    expect((await blocked).map(({ status }) => status)).toEqual(Array(some).fill(201));
  });

  it('do not wait for a locked user either if the calls that name the user arrive one by one', async () => {
    const { body: user } = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: userBody(),
    });
    await other.query('begin');
    await other.query('select from users where id = $1 for update', [user.id]);
    const blocked: ReturnType<typeof put>[] = [];
    for (let n = 0; n < 8; n += 1) {
      blocked.push(put(`lone-${n}`, 700 + n, 0, [{ userId: user.id }]));
      await sleep(60);
    }
    expect((await put('lone-bystander', 800)).status).toBe(201);
    await other.query('commit');
    expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual(Array(8).fill(201));
  });

  it('are judged alone if the statement of their group fails', async () => {
    const { schema } = databaseFunctions();
    const em = service.database.em();
    const { rows } = await other.query<{ parameters: string; names: string }>(
      `select pg_get_function_arguments(oid) as parameters, array_to_string(proargnames, ', ') as names
       from pg_proc where oid = ($1 || '.save_court_bookings')::regproc`,
      [schema],
    );
    const { parameters, names } = rows[0]!;
    await em.execute(`alter function ${schema}.save_court_bookings rename to save_away`);
    await em.execute(
      `create function ${schema}.save_court_bookings(${parameters}) returns void language plpgsql as $$ begin
         if jsonb_array_length(p_created) > 1 then raise exception 'planted'; end if;
         perform ${schema}.save_away(${names});
       end $$`,
    );
    try {
      const answers = await Promise.all(ids('planted').map((id, n) => put(id, 400 + n)));
      expect(answers.map(({ status }) => status)).toEqual(Array(some).fill(201));
      expect(await transactionsOf('planted')).toBe(some);
    } finally {
      await em.execute(`drop function ${schema}.save_court_bookings`);
      await em.execute(`alter function ${schema}.save_away rename to save_court_bookings`);
    }
  });
});
