import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { optionalContent } from '../harness/data/optional-fields.ts';
import { runs } from '../harness/data/runs.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import type { CallAnswer } from '../harness/servers/test-service.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** A request for one of four bookings. The ranges are small, so that items conflict in all ways. */
const wish = fc.record({
  id: fc.integer({ min: 0, max: 3 }),
  second: fc.integer({ min: 0, max: 3 }),
  /** Undefined for a cancellation. A booking with an empty period is rejected. */
  place: fc.option(
    fc.record({
      court: fc.integer({ min: 0, max: 2 }),
      slot: fc.integer({ min: 0, max: 3 }),
      hours: fc.integer({ min: 0, max: 2 }),
      guests: fc.subarray(['a@example.com', 'b@example.com', 'A@example.com']),
      example: fc.option(fc.integer({ min: 0, max: 2 })),
    }),
    { nil: undefined, freq: 5 },
  ),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

describe.each(databaseKinds)('a batch on %s', (kind) => {
  const service = useTestService(kind);
  let alone: Tenant;
  let together: Tenant;
  beforeAll(async () => {
    [alone, together] = [await service.factories.tenant(2), await service.factories.tenant(2)];
  });

  let run = 0;
  const bodyOf = ({ courtIds }: Tenant, { second, place }: Wish) => {
    const externalUpdatedAt = new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
    if (!place) return { externalUpdatedAt };
    const first = run * 10 + place.slot;
    const { startDate } = bookingBody('', {}, first);
    const { startDate: endDate } = bookingBody('', {}, first + place.hours);
    const participants = place.guests.map((email) => ({ email }));
    const courtId = courtIds[place.court] ?? '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01';
    const optional = place.example === null ? {} : optionalContent(place.example);
    return { courtId, startDate, endDate, externalUpdatedAt, participants, ...optional };
  };
  const idOf = ({ id }: Wish) => `${run}-${id}`;
  const oneByOne = async (wishes: Wish[]) => {
    const { externalServiceId, token } = alone;
    const answers: CallAnswer[] = [];
    for (const one of wishes) {
      const body = bodyOf(alone, one);
      answers.push(
        one.place
          ? await service.upsertCourtBooking(externalServiceId, idOf(one), { token, body })
          : await service.cancelCourtBooking(externalServiceId, idOf(one), body.externalUpdatedAt, { token }),
      );
    }
    return answers.map(({ status, body }) => ({ status, ...said(body.error) }));
  };
  const inOne = async (wishes: Wish[]) => {
    const { externalServiceId, token } = together;
    const items = wishes.map((one) => ({
      action: one.place ? 'upsert' : 'cancel',
      externalCourtBookingId: idOf(one),
      ...bodyOf(together, one),
    }));
    const { body } = await service.batchCourtBookings(externalServiceId, { token, body: { items } });
    return body.results.map((result: { status: number; error?: object }) => ({
      status: result.status,
      ...said(result.error),
    }));
  };
  const said = (error: object = {}) => {
    const { type, message, stored, conflicts } = error as Record<string, unknown>;
    return { type, message, stored, conflicts };
  };
  const stored = ({ externalServiceId, courtIds }: Tenant) =>
    service.database.query(
      `select external_court_booking_id, array_position($2::uuid[], court_id) as court, start_date::text, end_date::text,
         external_updated_at::text, active, partner_cancelled_at is null as is_not_cancelled_by_partner,
         (select array_agg(email order by position) from court_booking_participants p where p.court_booking_id = b.id) as guests,
         (select array_agg(action || ' ' || (before is null) || ' ' || (after ->> 'externalUpdatedAt') order by id)
          from audit_events where subject_id = b.id) as events,
         null as cancelled,
         to_jsonb(b) - array['id', 'external_service_id', 'court_id', 'cancelled_at', 'partner_cancelled_at', 'created_at', 'updated_at'] as rest
       from court_bookings b where external_service_id = $1
       union all
       select external_court_booking_id, null, null, null, external_updated_at::text, null, null, null, null, 'only', null
       from cancellation_stamps where external_service_id = $1
       order by 1`,
      [externalServiceId, courtIds],
    );

  it('has the same effect as its items sent one by one in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 12 }), async (wishes) => {
        run += 1;
        expect(await inOne(wishes)).toEqual(await oneByOne(wishes));
        expect(await stored(together)).toEqual(await stored(alone));
      }),
      { numRuns: runs(8) },
    );
  });
});
