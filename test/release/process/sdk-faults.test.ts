import { beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../../sdk/src/index.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { startAnswerHoldingProxy } from '../../harness/servers/answer-holding-proxy.ts';
import { use, useClient, useProcess, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const database = useTestDatabase('postgresql', 2);
const watcher = useClient(database);
const holding = use(
  () => startAnswerHoldingProxy(database.url),
  (proxy) => proxy.close(),
);
const service = useProcess(() => ({ DATABASE_URL: holding.url, LOG_LEVEL: 'silent' }));
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createFactories(database.database).tenant(4);
});

describe('service killed between the commit and the response', () => {
  // Retries until the service is back, which may take many seconds on a busy machine.
  const patient = { maxAttempts: 1_000, initialDelayMs: 50, maxDelayMs: 200 };

  const five = [1, 2, 3, 4, 5];

  /** Calls of five partners: those of one would wait for each other, because groups without a response keep their places. */
  const clients = async () => {
    const factories = createFactories(database.database);
    const partners: PartnerClient[] = [];
    for (const _ of five) {
      const { token, externalServiceId } = await factories.neighbour(tenant);
      partners.push(createPartnerClient({ baseUrl: service.address, token, externalServiceId, ...patient }));
    }
    return partners;
  };

  const cases = {
    createUser: {
      ids: 'select external_user_id as id from user_links',
      send: ({ safe }: PartnerClient, n: number) =>
        safe.createUser({
          email: `killed-${n}@example.com`,
          externalUserId: `killed-${n}`,
          firstName: 'Ada',
          lastName: `killed-${n}`,
        }),
      stored: (n: number) => ({ lastName: `killed-${n}` }),
      heldUntil: (n: number) => `killed-${n}@example.com`,
    },
    upsertCourtBooking: {
      ids: 'select external_court_booking_id as id from court_bookings',
      send: ({ safe }: PartnerClient, n: number) =>
        safe.upsertCourtBooking(`killed-booking-${n}`, {
          courtId: tenant.courtIds[n % 4]!,
          startDate: new Date(Date.UTC(2027, 0, 1, n)),
          endDate: new Date(Date.UTC(2027, 0, 1, n + 1)),
          externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
          participants: [{ email: `guest-${n}@example.com` }],
        }),
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
    async (_operation, { ids, send, stored, heldUntil }) => {
      const partners = await clients();
      holding.holdAnswerTo(...five.map(heldUntil));
      const calling = partners.map((client, index) => send(client, five[index]!));
      await expect.poll(async () => (await watcher.query(ids)).rows).toHaveLength(5);
      expect(holding.isHolding()).toBe(true);
      await service.restart();
      for (const [index, result] of (await Promise.all(calling)).entries()) {
        expect(result).toMatchObject({ ok: true, status: 200, data: stored(five[index]!) });
        expect(result.ok && result.attempts).toBeGreaterThan(1);
      }
      expect((await watcher.query(ids)).rows).toHaveLength(5);
    },
  );
});
