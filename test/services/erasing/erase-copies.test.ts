import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { eraseFurtherCopies } from '../../../src/services/erasing/erase-copies.ts';
import { eraseGuest } from '../../../src/services/users/erase-guest.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { findEverywhere } from '../../harness/everywhere.ts';
import { createFactories, type Tenant } from '../../harness/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';

const guest = 'sentinel-guest@example.com';
const other = 'somebody-else@example.com';

describe('copies that are too many for one answer', () => {
  let test: TestDatabase;
  let tenant: Tenant;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tenant = await createFactories(test.database).tenant(1);
    // 250 bookings, an hour each, in which the guest takes part now, or has; 30 events of each: of a page of events there
    // are several, and of a page of bookings, too.
    await test.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, 'b' || n, $2, timestamptz '2027-01-01Z' + n * interval '1 hour',
         timestamptz '2027-01-01Z' + (n + 1) * interval '1 hour', now()
       from generate_series(1, 250) n`,
      [tenant.externalServiceId, tenant.courtIds[0]],
    );
    await test.database.query(
      `insert into court_booking_participants (court_booking_id, position, email)
       select id, 0, case when external_court_booking_id like '%5' then $2 else $1 end from court_bookings`,
      [guest, other],
    );
    await test.database.query(
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)
       select gen_random_uuid(), now(), 'api_token', $1, 'x', 'upsertCourtBooking', 'court_booking', id, null,
         jsonb_build_object('participants', jsonb_build_array(
           jsonb_build_object('email', $2::text), jsonb_build_object('email', $3::text), jsonb_build_object('userId', $1::uuid)
         ))
       from court_bookings, generate_series(1, 30)
       where $1::uuid is not null`,
      [tenant.tokenId, guest, other],
    );
    // As if they had been made before, ids are in the order of time: last those that only the search finds.
    await test.database.query(
      `update audit_events e set id = overlay(
         e.id::text placing case when external_court_booking_id like '%5' then '00000001' else '00000000' end from 1 for 8
       )::uuid
       from court_bookings b where b.id = subject_id and $1::boolean`,
      [true],
    );
  });
  afterAll(() => test.drop());

  const count = async (from: string, parameters: unknown[]) =>
    (await test.database.query(`select 1 from ${from}`, parameters)).length;
  const named = () => count('court_booking_participants where email = $1', [guest]);

  it('are erased in pieces: the answer does not wait for all, what is left is known without the address as soon as no booking has it, and in the end nothing is', async () => {
    const { id } = await createFactories(test.database).operator();
    const administrator = authorizeAdministrator({ id, name: 'admin', role: 'ADMIN' });
    // Each look at the clock is 100 ms later: there is time for some pieces before the answer.
    let millis = Date.now();
    const context = {
      database: test.database,
      newId,
      now: () => {
        millis += 100;
        return millis;
      },
      requestId: 'x',
    };
    expect(await eraseGuest(context, administrator, { email: guest })).toEqual({ courtBookings: 225 });
    const left = await named();
    expect(left).toBeGreaterThan(150);
    expect(left).toBeLessThan(225);
    expect(await count('erasures where addresses = array[$1]', [guest])).toBe(1);

    // Two processes at once, and another one later.
    const later = { ...context, now: () => Date.now() + 5_000 };
    await Promise.all([eraseFurtherCopies(later), eraseFurtherCopies(later)]);
    expect(await findEverywhere(test.database, [guest])).toEqual([]);
    expect(await count('erasures where settling and addresses is null and $1::boolean', [true])).toBe(1);
    await eraseFurtherCopies({ ...context, now: () => Date.now() + 120_000 });
    expect(await count('erasures where $1::boolean', [true])).toBe(0);

    // Whoever took part beside is there, in the same places, and so are the bookings.
    expect(await count('court_bookings where $1::boolean', [true])).toBe(250);
    expect(await count('court_booking_participants where email = $1', [other])).toBe(25);
    const [event] = await test.database.query<{ participants: unknown; events: number }>(
      `select after -> 'participants' as participants, count(*)::int as events from audit_events
       where subject_type = 'court_booking' and $1::boolean group by 1`,
      [true],
    );
    expect(event).toEqual({
      participants: [{ erased: true }, { email: other }, { userId: tenant.tokenId }],
      events: 7_500,
    });
  });
});
