import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const day = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';

describe.each(databaseKinds)('get court occupancy on %s', (kind) => {
  const service = useTestService(kind);
  const tenant: Tenant = useTenant(service);
  const other: Tenant = useTenant(service);
  let courtId: string;
  beforeAll(async () => {
    await service.factories.grantOrganization(other.externalServiceId, tenant.organizationId);
    courtId = tenant.courtIds[0];
    const book = async (of: Tenant, id: string, startDate: string, endDate: string, court = courtId) => {
      const body = bookingBody(court, { startDate, endDate, participants: [{ email: 'guest@example.com' }] });
      const { status } = await service.upsertCourtBooking(of.externalServiceId, id, {
        token: of.token,
        body,
      });
      expect(status).toBe(201);
    };
    await book(tenant, 'late', '2027-01-01T20:00:00.000001Z', '2027-01-01T21:00:00Z');
    await book(other, 'theirs', '2027-01-01T10:00:00Z', '2027-01-01T11:00:00Z');
    await book(tenant, 'next', '2027-01-01T11:00:00Z', '2027-01-01T12:00:00Z');
    await book(tenant, 'over-the-end', '2027-01-01T23:00:00Z', '2027-01-02T01:00:00Z');
    await book(other, 'over-the-beginning', '2026-12-30T00:00:00Z', '2027-01-01T02:00:00Z');
    await book(tenant, 'cancelled', '2027-01-01T15:00:00Z', '2027-01-01T16:00:00Z');
    await service.factories.cancelBooking(tenant.externalServiceId, 'cancelled');
    await book(tenant, 'elsewhere', '2027-01-01T15:00:00Z', '2027-01-01T16:00:00Z', tenant.courtIds[1]);
  });

  const occupied = async ({ externalServiceId, token }: Tenant = tenant) => {
    const path = `/api/v1/external-services/${externalServiceId}/courts/${courtId}/occupancy?${day}`;
    const { status, body } = await service.call(path, { token }, 'getCourtOccupancy');
    expect(status).toBe(200);
    return body.occupied;
  };

  it('returns each active booking once, by start, cut to the range, with the id of own ones only', async () => {
    expect(await occupied()).toEqual([
      { startDate: '2027-01-01T00:00:00.000Z', endDate: '2027-01-01T02:00:00.000Z' },
      { startDate: '2027-01-01T10:00:00.000Z', endDate: '2027-01-01T11:00:00.000Z' },
      {
        startDate: '2027-01-01T11:00:00.000Z',
        endDate: '2027-01-01T12:00:00.000Z',
        externalCourtBookingId: 'next',
      },
      {
        startDate: '2027-01-01T20:00:00.000001Z',
        endDate: '2027-01-01T21:00:00.000Z',
        externalCourtBookingId: 'late',
      },
      {
        startDate: '2027-01-01T23:00:00.000Z',
        endDate: '2027-01-02T00:00:00.000Z',
        externalCourtBookingId: 'over-the-end',
      },
    ]);
  });

  it('returns the same times to another service, with the ids of its own bookings', async () => {
    const withoutIds = (times: Record<string, unknown>[]) =>
      times.map(({ externalCourtBookingId: _id, ...time }) => time);
    const theirs = await occupied(other);
    expect(withoutIds(theirs)).toEqual(withoutIds(await occupied()));
    expect(theirs.map((time: Record<string, unknown>) => time.externalCourtBookingId)).toEqual([
      'over-the-beginning',
      'theirs',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('matches the overlap rule, so that a booking fits only between the returned times', async () => {
    const { externalServiceId, token } = other;
    const times: { startDate: string; endDate: string }[] = await occupied();
    const put = (startDate: string, endDate: string) =>
      service.upsertCourtBooking(externalServiceId, randomUUID(), {
        token,
        body: bookingBody(courtId, { startDate, endDate }),
      });
    for (const { startDate, endDate } of times)
      expect((await put(startDate, endDate)).body.error?.type).toBe('court_booking_overlap');
    expect((await put(times[2]!.endDate, times[3]!.startDate)).status).toBe(201);
  });
});
