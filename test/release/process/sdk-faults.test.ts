import { beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient, type PartnerResult } from '../../../sdk/src/index.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { startAnswerHoldingProxy } from '../../harness/servers/answer-holding-proxy.ts';
import { faults, startFaultyProxy } from '../../harness/servers/faulty-proxy.ts';
import { use, useClient, useProcess, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const database = useTestDatabase('postgresql', 2);
const watcher = useClient(database);
const holding = use(
  () => startAnswerHoldingProxy(database.url),
  (proxy) => proxy.close(),
);
const service = useProcess(() => ({
  DATABASE_URL: holding.url,
  LOG_LEVEL: 'silent',
  // Low enough for a flood to exceed it occasionally.
  RATE_LIMIT_PER_SECOND: '400',
  RATE_LIMIT_BURST: '400',
}));
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createFactories(database.database).tenant(4);
});

const clientOf = (baseUrl: string, options: object): PartnerClient =>
  createPartnerClient({
    baseUrl,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    ...options,
  });

const userOf = (id: string) => ({
  email: `${id}@example.com`,
  externalUserId: id,
  firstName: 'Ada',
  lastName: id,
});
const bookingOf = (index: number) => ({
  courtId: tenant.courtIds[index % 4]!,
  startDate: new Date(Date.UTC(2027, 0, 1, Math.floor(index / 4))),
  endDate: new Date(Date.UTC(2027, 0, 1, Math.floor(index / 4) + 1)),
  externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
  participants: [{ email: `guest-${index}@example.com` }],
});
const idsOf = async (table: 'user_links' | 'court_bookings', prefix: string): Promise<string[]> => {
  const column = table === 'court_bookings' ? 'external_court_booking_id' : 'external_user_id';
  const { rows } = await watcher.query(`select ${column} as id from ${table} where ${column} like $1`, [
    `${prefix}%`,
  ]);
  return rows.map(({ id }) => id).sort();
};

describe('service killed between the commit and the response', () => {
  // Retries until the service is back, which may take many seconds on a busy machine.
  const patient = { maxAttempts: 1_000, initialDelayMs: 50, maxDelayMs: 200 };

  const five = [1, 2, 3, 4, 5];

  /** Calls of five partners: those of one would wait for each other, because groups without a response keep their places. */
  const clients = async () => {
    const factories = createFactories(database.database);
    const partners: PartnerClient[] = [];
    for (const _ of five) {
      const externalServiceId = await factories.externalService();
      await factories.grantOrganization(externalServiceId, tenant.organizationId);
      const { secret } = await factories.token(externalServiceId);
      partners.push(clientOf(service.address, { ...patient, externalServiceId, token: secret }));
    }
    return partners;
  };

  const cases = {
    createUser: {
      table: 'user_links',
      send: ({ safe }: PartnerClient, n: number) => safe.createUser(userOf(`killed-${n}`)),
      stored: (n: number) => ({ lastName: `killed-${n}` }),
      heldUntil: (n: number) => `killed-${n}@example.com`,
    },
    upsertCourtBooking: {
      table: 'court_bookings',
      send: ({ safe }: PartnerClient, n: number) =>
        safe.upsertCourtBooking(`killed-booking-${n}`, bookingOf(11_000 + n)),
      stored: (n: number) => ({
        externalCourtBookingId: `killed-booking-${n}`,
        externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
      }),
      // The records of the requests for users, which are written later, contain other ids.
      heldUntil: (n: number) => `killed-booking-${n}`,
    },
  } as const;

  it.each(Object.entries(cases))(
    'retries of five concurrent %s calls return what is stored',
    async (_operation, { table, send, stored, heldUntil }) => {
      const partners = await clients();
      holding.holdAnswerTo(...five.map(heldUntil));
      const calling = partners.map((client, index) => send(client, five[index]!));
      await expect.poll(() => idsOf(table, 'killed-')).toHaveLength(5);
      expect(holding.isHolding()).toBe(true);
      await service.restart();
      for (const [index, result] of (await Promise.all(calling)).entries()) {
        expect(result).toMatchObject({ ok: true, status: 200, data: stored(five[index]!) });
        expect(result.ok && result.attempts).toBeGreaterThan(1);
      }
      expect(await idsOf(table, 'killed-')).toHaveLength(5);
    },
  );
});

describe('proxy with faults and service killed meanwhile', () => {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index);

  /** Makes every call, 32 at a time, because most of them wait for the proxy. */
  async function flood<Result>(
    count: number,
    calling: (index: number) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    const left = numbers(count);
    await Promise.all(
      numbers(32).map(async () => {
        for (let index = left.shift(); index !== undefined; index = left.shift())
          results.push(await calling(index));
      }),
    );
    return results;
  }
  const lost = (results: PartnerResult[]) =>
    results.flatMap((result) => (result.ok ? [] : [`${result.error.type}: ${result.error.message}`]));

  it('500 calls of each operation create exactly 500 rows', {
    timeout: 240_000,
  }, async () => {
    const proxy = await startFaultyProxy(service.address, {
      share: 0.4,
      delayMillis: 900,
      random: seeded(20261120),
    });
    const client = clientOf(proxy.address, {
      maxAttempts: 25,
      initialDelayMs: 20,
      maxDelayMs: 1_500,
      attemptTimeoutMs: 700,
      timeoutMs: 120_000,
    });
    const results: PartnerResult[] = [];
    // Kills the service after every 200 calls, while others are in progress.
    let [begun, kills] = [0, 0];
    let killing = Promise.resolve();
    const counted = async (calling: () => Promise<PartnerResult>) => {
      begun += 1;
      if (begun % 200 === 100) {
        killing = killing.then(async () => {
          await service.restart();
          kills += 1;
        });
      }
      return calling();
    };
    results.push(
      ...(await flood(500, (index) => counted(() => client.safe.createUser(userOf(`flood-${index}`))))),
    );
    results.push(
      ...(await flood(500, (index) =>
        counted(() => client.safe.upsertCourtBooking(`flood-${index}`, bookingOf(index))),
      )),
    );
    await killing;

    expect(lost(results)).toEqual([]);
    const expected = numbers(500)
      .map((index) => `flood-${index}`)
      .sort();
    expect(await idsOf('user_links', 'flood-')).toEqual(expected);
    expect(await idsOf('court_bookings', 'flood-')).toEqual(expected);
    // A second write would have a later `updated_at`, or another guest.
    const { rows } = await watcher.query(
      `select count(*)::int as wrong from court_bookings b
         where external_court_booking_id like 'flood-%' and (updated_at <> created_at or cancelled_at is not null
           or 1 <> (select count(*) from court_booking_participants p where p.court_booking_id = b.id))`,
    );
    expect(rows).toEqual([{ wrong: 0 }]);

    // The proxy did inject faults.
    for (const fault of faults) expect(proxy.made[fault], fault).toBeGreaterThan(30);
    expect(kills).toBe(5);
    expect(results.filter((result) => result.ok && result.attempts > 1).length).toBeGreaterThan(250);
    await proxy.close();
  });

  it('without retries, the faults of the proxy make calls fail', async () => {
    const proxy = await startFaultyProxy(service.address, {
      share: 0.4,
      delayMillis: 300,
      random: seeded(7),
    });
    const impatient = clientOf(proxy.address, { maxAttempts: 1, attemptTimeoutMs: 200 });
    const results = await flood(60, (index) => impatient.safe.createUser(userOf(`once-${index}`)));
    expect(lost(results).length).toBeGreaterThan(5);
    await proxy.close();
  });
});

/** Pseudorandom numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
