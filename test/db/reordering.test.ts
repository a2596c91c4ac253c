import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as playbook from '../graphql/graphiql/playbook.generated.ts';
import { run as ask } from '../harness/clients/graphql-client.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import '../harness/measured.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

/** A write that a source made to a booking at a whole second. */
interface Delivery {
  second: number;
  /** Hour and court of an upsert, or undefined for a cancellation. */
  place: { slot: number; court: 0 | 1 } | undefined;
  /** The partner uses REST. An operator who acts for it uses GraphQL, but cannot cancel in the name of the partner. */
  door: 'REST' | 'GraphQL';
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  second: fc.integer({ min: 0, max: 5 }),
  place: fc.option(
    fc.record({ slot: fc.integer({ min: 0, max: 3 }), court: fc.constantFrom(0 as const, 1 as const) }),
    { nil: undefined, freq: 2 },
  ),
  door: fc.constantFrom('REST', 'GraphQL'),
});
const deliveries = fc.record({
  sent: fc
    .array(delivery, { minLength: 1, maxLength: 10 })
    .chain((sent) =>
      fc
        .array(fc.constantFrom(...sent), { maxLength: 6 })
        .chain((repeats) =>
          fc.shuffledSubarray([...sent, ...repeats], { minLength: sent.length + repeats.length }),
        ),
    ),
  manner: fc.constantFrom('in turn' as const, 'at once' as const, 'in batches' as const),
});

const stampOf = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

/** The newest `externalUpdatedAt` wins. On a tie a cancellation wins, and any of several upserts may be stored. */
function expectedOf(sent: Delivery[]): { stamp: string; places: (string | undefined)[] } {
  const newest = Math.max(...sent.map(({ second }) => second));
  const last = sent.filter(({ second }) => second === newest);
  const places = last.some(({ place }) => !place)
    ? [undefined]
    : last.map(({ place }) => `${place!.court} ${place!.slot}`);
  return { stamp: stampOf(newest), places };
}

describe.each(databaseKinds)('versions in any order of arrival, through REST and GraphQL, on %s', (kind) => {
  const service = useTestService(kind, { poolSize: 12 });
  const tenant = useTenant(service);
  let administrator: string;
  beforeAll(async () => {
    administrator = (await service.factories.operator('ADMIN')).secret;
  });

  let run = 0;
  const item = (id: string, { second, place }: Delivery) =>
    place
      ? {
          action: 'upsert',
          externalCourtBookingId: id,
          // Each run has its own hours, so that runs do not conflict.
          ...bookingBody(
            tenant.courtIds[place.court],
            { externalUpdatedAt: stampOf(second) },
            run * 4 + place.slot,
          ),
        }
      : { action: 'cancel', externalCourtBookingId: id, externalUpdatedAt: stampOf(second) };
  const send = async (id: string, one: Delivery): Promise<string> => {
    const { externalServiceId, token } = tenant;
    const { action: _action, ...upsert } = item(id, one) as Record<string, unknown>;
    if (one.place && one.door === 'GraphQL') {
      const input = { externalServiceId, ...upsert } as playbook.UpsertCourtBookingMutationVariables;
      const { upsertCourtBooking } = await ask(
        service,
        administrator,
        playbook.UpsertCourtBookingDocument,
        input,
      );
      return 'type' in upsertCourtBooking ? upsertCourtBooking.type : 'ok';
    }
    const { externalCourtBookingId: _id, ...body } = upsert;
    const answer = await (one.place
      ? service.upsertCourtBooking(externalServiceId, id, { token, body })
      : service.cancelCourtBooking(externalServiceId, id, stampOf(one.second), { token }));
    return answer.body.error?.type ?? 'ok';
  };
  const batch = (id: string, some: Delivery[]) =>
    service.batchCourtBookings(tenant.externalServiceId, {
      token: tenant.token,
      body: { items: some.map((one) => item(id, one)) },
    });
  const deliver = async (id: string, sent: Delivery[], manner: string): Promise<void> => {
    if (manner === 'at once') await Promise.all(sent.map((one) => send(id, one)));
    else if (manner === 'in turn') for (const one of sent) await send(id, one);
    else {
      const middle = Math.ceil(sent.length / 2);
      await Promise.all([batch(id, sent.slice(0, middle)), batch(id, sent.slice(middle).concat(sent[0]!))]);
    }
  };
  const storedOf = async (id: string) => {
    const [row] = await service.database.query<{ stamp: string; place: string | null }>(
      `select to_char(external_updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as stamp,
         case when active then court_id::text || ' ' || extract(epoch from start_date)::bigint end as place
       from court_bookings where external_court_booking_id = $1
       union all
       select to_char(external_updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), null
       from cancellation_stamps where external_court_booking_id = $1`,
      [id],
    );
    return row!;
  };
  const placeOf = (place: string) => {
    const [court, slot] = place.split(' ').map(Number) as [0 | 1, number];
    const { courtId, startDate } = bookingBody(tenant.courtIds[court], {}, run * 4 + slot);
    return `${courtId} ${Date.parse(String(startDate)) / 1_000}`;
  };

  it('stores the newest version, and on a tie the cancellation', async ({ task }) => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ sent, manner }) => {
        run += 1;
        const id = `reordered-${run}`;
        await deliver(id, sent, manner);
        const stored = await storedOf(id);
        const { stamp, places } = expectedOf(sent);
        expect(stored.stamp).toBe(stamp);
        expect(places.map((place) => (place === undefined ? null : placeOf(place)))).toContain(stored.place);
      }),
      { numRuns: runs(20) },
    );
    task.meta.measured = { 'generated sets': runs(20) };
  });

  it('stores one of two different upserts with one version and rejects the other with version_conflict', async () => {
    for (let round = 0; round < 10; round += 1) {
      run += 1;
      const id = `tied-${run}`;
      const doors = [['REST', 'REST'] as const, ['REST', 'GraphQL'] as const][round % 2]!;
      const sides = doors.map((door, slot) => ({ second: 1, place: { slot, court: 0 as const }, door }));
      const answers = await Promise.all(sides.map((one) => send(id, one)));
      expect(answers.sort()).toEqual(['ok', 'version_conflict']);
    }
  });
});
