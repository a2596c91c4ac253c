import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { databaseFunctions } from '../../../../src/db/functions/functions.ts';
import { isCreated, resent } from '../../../harness/clients/user-calls.ts';
import { bookingBody, userBody } from '../../../harness/data/factories.ts';
import { valueIn } from '../../../harness/data/rows.ts';
import { createTestDatabase } from '../../../harness/servers/test-database.ts';
import { type CallAnswer, startServiceOn } from '../../../harness/servers/test-service.ts';
import { forTest, useClient, useTenant, useTestService } from '../../../harness/servers/use-test-service.ts';

const some = 40;

/** A statement that takes a lock, with its value, and a call that needs it. */
interface Lock {
  statement: [text: string, value: string | undefined];
  call: (id: string, slot: number) => Promise<CallAnswer>;
}

describe('single calls of an external service that arrive together', () => {
  const service = useTestService('postgresql', { poolSize: 12 });
  const tenant = useTenant(service, 3);
  const other = useClient(service);

  const putOnce = (id: string, slot: number, court = 0, participants: object[] = []) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[court]!, { participants }, slot),
    });
  const put = (...call: Parameters<typeof putOnce>) => resent(() => putOnce(...call));
  const ids = (name: string) => Array.from({ length: some }, (_, n) => `${name}-${n}`);
  const transactionsOf = (name: string) =>
    valueIn<number>(
      service,
      'select count(distinct xmin::text)::int as count from court_bookings where external_court_booking_id like $1',
      `${name}-%`,
    );

  it('are written in fewer transactions, each with its own response and audit event', async () => {
    const answers = await Promise.all(ids('together').map((id, n) => put(id, n, n % 3)));
    expect(answers.map(({ body }) => body.externalCourtBookingId)).toEqual(ids('together'));
    // The id in a response is that of the path, but the time is that of the stored booking.
    expect(answers.map(({ body }) => Date.parse(body.startDate))).toEqual(
      answers.map((_answer, n) => Date.parse(bookingBody('', {}, n).startDate as string)),
    );
    expect(answers.map(isCreated)).toEqual(Array(some).fill(true));
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

  const createUserId = async () => {
    const { token, externalServiceId } = tenant;
    return (await service.createUser(externalServiceId, { token, body: userBody() })).body.id as string;
  };
  it.each<[what: string, slot: number, pauseMillis: number, lock: () => Promise<Lock>]>([
    [
      'a court',
      300,
      0,
      async () => ({
        statement: ['select from courts where id = $1 for no key update', tenant.courtIds[2]],
        call: (id, slot) => put(id, slot, 2),
      }),
    ],
    [
      'bookings of their court',
      500,
      0,
      async () => ({
        statement: [
          `select pg_advisory_xact_lock(${databaseFunctions().schema}.court_booking_key($1, 'locked-500-' || n))
           from generate_series(0, ${some - 1}) n`,
          tenant.externalServiceId,
        ],
        call: put,
      }),
    ],
    ...[0, 60].map((pauseMillis): [string, number, number, () => Promise<Lock>] => [
      `a user, named every ${pauseMillis} ms`,
      700 + pauseMillis * 10,
      pauseMillis,
      async () => {
        const userId = await createUserId();
        return {
          statement: ['select from users where id = $1 for update', userId],
          call: (id, slot) => put(id, slot, 0, [{ userId }]),
        };
      },
    ]),
  ])('do not wait for %s that others have locked, unless they need it', async (_what, slot, pause, lock) => {
    const { statement, call } = await lock();
    await other.query('begin');
    await other.query(statement[0], [statement[1]]);
    let isOver = false;
    const blocked: Promise<CallAnswer>[] = [];
    // A group runs, so that the next one has calls of both kinds.
    const free = [0, 1].map((court) => putOnce(`first-${slot}-${court}`, slot + 90, court));
    for (const [n, id] of ids(`locked-${slot}`).entries()) {
      if (pause > 0 && n === 8) break;
      blocked.push(
        call(id, slot + n).finally(() => {
          isOver = true;
        }),
      );
      free.push(putOnce(`free-${slot}-${n}`, slot + 100 + n));
      if (pause > 0) await sleep(pause);
    }
    expect(new Set((await Promise.all(free)).map(({ status }) => status))).toEqual(new Set([201]));
    for (let n = 0; n < 5; n += 1)
      expect((await putOnce(`calm-${slot}-${n}`, slot + 150 + n)).status).toBe(201);
    expect(isOver).toBe(false);
    await other.query('commit');
    expect(new Set((await Promise.all(blocked)).map(({ status }) => status))).toEqual(new Set([201]));
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
      const answers = await Promise.all(ids('planted').map((id, n) => put(id, 8_000 + n)));
      expect(answers.map(isCreated)).toEqual(Array(some).fill(true));
      expect(await transactionsOf('planted')).toBe(some);
    } finally {
      await em.execute(`drop function ${schema}.save_court_bookings`);
      await em.execute(`alter function ${schema}.save_away rename to save_court_bookings`);
    }
  });
});

it.each([
  [0, 1],
  [5.5, 6],
  [100, 8],
])(
  'with %d ms to the database and back, %d groups of an external service are written at once, and one more if they take long',
  async (roundTrip, most) => {
    const testDatabase = await createTestDatabase('postgresql');
    const { database } = testDatabase;
    const calls = 10;
    let entered = 0;
    let begun = 0;
    const gate = Promise.withResolvers<void>();
    const service = await forTest(
      startServiceOn({
        ...testDatabase,
        database: {
          ...database,
          roundTripMillis: () => roundTrip,
          enter: (externalServiceId) => {
            entered += 1;
            return database.enter(externalServiceId);
          },
          callInTurn: async (...call) => {
            begun += 1;
            await gate.promise;
            return database.callInTurn(...call);
          },
        },
      }),
    );
    const { externalServiceId, token } = await service.factories.tenant();
    // A cancellation names no court, so its group waits for none.
    const call = (_: unknown, n: number) =>
      service.cancelCourtBooking(externalServiceId, `far-${n}`, '2026-11-20T12:00:00Z', { token });
    const answers = Array.from({ length: calls }, call);
    await vi.waitUntil(() => entered === calls && begun > most, { timeout: 5_000 });
    answers.push(call(undefined, calls));
    await sleep(300);
    expect(begun).toBe(most + 1);
    gate.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(calls + 1).fill(200));
  },
);
