import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookingBody, type Tenant } from '../../harness/factories.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';

/** So many hours after the first slot, as it is answered. */
const at = (hours: number) => new Date(Date.UTC(2027, 0, 1, 10) + hours * 60 * 60_000).toISOString();

describe('what court_booking_overlap says of the bookings in the way', () => {
  let service: TestService;
  let own: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    own = await service.factories.tenant();
    const externalServiceId = await service.factories.externalService();
    await service.factories.grantOrganization(externalServiceId, own.organizationId);
    const { secret: token } = await service.factories.token(externalServiceId);
    other = { ...own, externalServiceId, token };
  });

  const put = (
    { externalServiceId, token, courtIds }: Tenant,
    id: string,
    [from, to]: [number, number],
    overrides: Record<string, unknown> = {},
  ) =>
    service.upsertCourtBooking(externalServiceId, id, {
      token,
      body: bookingBody(courtIds[0], { startDate: at(from), endDate: at(to), ...overrides }),
    });
  const conflicts = async (...asked: Parameters<typeof put>) => {
    const { body } = await put(...asked);
    expect(body.error.type).toBe('court_booking_overlap');
    return body.error.conflicts;
  };

  it('own ones whole, with their id; of somebody else’s no more than when, within the time that was asked for', async () => {
    for (const [tenant, id, time] of [
      [other, 'theirs before', [0, 2]],
      [own, 'mine', [2, 3]],
      [other, 'theirs within', [3, 4]],
      [other, 'theirs after', [4, 9]],
      [own, 'mine, back to back', [9, 10]],
    ] as const)
      expect((await put(tenant, id, [...time])).status).toBe(201);
    expect(await conflicts(own, 'new', [1, 5])).toEqual([
      { startDate: at(1), endDate: at(2) },
      { startDate: at(2), endDate: at(3), externalCourtBookingId: 'mine' },
      { startDate: at(3), endDate: at(4) },
      { startDate: at(4), endDate: at(5) },
    ]);
    // An own one is told whole where it goes beyond that time, too.
    expect(await conflicts(own, 'new', [2.25, 2.5])).toEqual([
      { startDate: at(2), endDate: at(3), externalCourtBookingId: 'mine' },
    ]);
    expect(await conflicts(other, 'new', [2.25, 2.5])).toEqual([{ startDate: at(2.25), endDate: at(2.5) }]);
  });

  it('not the booking itself, none that is cancelled, none of another court', async () => {
    for (const [id, hour] of [
      ['moved', 1],
      ['cancelled', 2],
      ['in the way', 3],
    ] as const)
      expect((await put(own, id, [hour, hour + 1])).status).toBe(201);
    expect((await put(own, 'elsewhere', [1, 9], { courtId: own.courtIds[1] })).status).toBe(201);
    await service.factories.cancelBooking(own.externalServiceId, 'cancelled');
    const externalUpdatedAt = '2026-11-21T00:00:00Z';
    expect(await conflicts(own, 'moved', [1, 4], { externalUpdatedAt })).toEqual([
      { startDate: at(3), endDate: at(4), externalCourtBookingId: 'in the way' },
    ]);
  });

  it('the first ten in the order of time, in whatever order they came', async () => {
    const hours = [7, 2, 11, 0, 5, 9, 1, 10, 4, 8, 3, 6];
    for (const hour of hours) expect((await put(own, `${hour}`, [hour, hour + 1])).status).toBe(201);
    const told = await conflicts(own, 'new', [0, 12]);
    expect(told.map(({ startDate }: { startDate: string }) => startDate)).toEqual(
      Array.from({ length: 10 }, (_, hour) => at(hour)),
    );
  });
});
