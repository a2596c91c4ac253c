import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesOf, type Reader } from '../../harness/clients/read.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const day = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
const readCourt = (
  service: TestService,
  { externalServiceId, token }: Reader,
  courtId: string,
  query = day,
) =>
  service.call(
    `/api/v1/external-services/${externalServiceId}/courts/${courtId}/occupancy?${query}`,
    { token },
    'getCourtOccupancy',
  );

describe.each(databaseKinds)('get court occupancy on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  let other: Tenant;
  let courtId: string;
  beforeAll(async () => {
    service = await startTestService(kind);
    tenant = await service.factories.tenant();
    other = await service.factories.tenant();
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
  afterAll(() => service.stop());

  const occupied = async (query?: string, reader: Tenant = tenant) => {
    const { status, body } = await readCourt(service, reader, courtId, query);
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
    const theirs = await occupied(day, other);
    expect(withoutIds(theirs)).toEqual(withoutIds(await occupied()));
    expect(theirs.map((time: Record<string, unknown>) => time.externalCourtBookingId)).toEqual([
      'over-the-beginning',
      'theirs',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('treats times as half-open, so that adjacent bookings are not in the range', async () => {
    expect(await occupied('from=2027-01-01T12:00:00Z&to=2027-01-01T20:00:00.000001Z')).toEqual([]);
    expect(await occupied('from=2027-01-01T11:59:59.999999Z&to=2027-01-01T12:00:00.000001Z')).toEqual([
      {
        startDate: '2027-01-01T11:59:59.999999Z',
        endDate: '2027-01-01T12:00:00.000Z',
        externalCourtBookingId: 'next',
      },
    ]);
  });

  it('accepts a + before an offset that arrives as a space', async () => {
    const encoded = await occupied('from=2027-01-01T12:00:00%2B01:00&to=2027-01-01T13:30:00%2B01:00');
    expect(encoded).toHaveLength(1);
    expect(await occupied('from=2027-01-01T12:00:00+01:00&to=2027-01-01T13:30:00+01:00')).toEqual(encoded);
    const answer = await readCourt(service, tenant, courtId, 'from=2027-01-01+12:00:00Z&to=2027-01-02');
    expect(issuesOf(answer)).toEqual(['from ambiguous_plus']);
  });

  it.each([
    ['empty', 'from=2027-01-01T00:00:00Z&to=2027-01-01T01:00:00%2B01:00'],
    ['reversed by a microsecond', 'from=2027-01-01T00:00:00.000001Z&to=2027-01-01T00:00:00Z'],
    ['longer than 31 days', 'from=2027-01-01T00:00:00.000001Z&to=2027-02-01T00:00:00.000002Z'],
  ])('rejects a range with 400 invalid_filter_time_range: %s', async (_what, query) => {
    const { status, body } = await readCourt(service, tenant, courtId, query);
    expect({ status, type: body.error.type }).toEqual({ status: 400, type: 'invalid_filter_time_range' });
  });

  it('accepts exactly 31 days, to the microsecond', async () => {
    const times = await occupied('from=2027-01-01T00:00:00.000001Z&to=2027-02-01T00:00:00.000001Z');
    expect(times).toHaveLength(5);
  });

  it.each([
    ['to=2027-01-01T00:00:00Z', ['from invalid_type']],
    ['from=2027-01-01T00:00:00Z', ['to invalid_type']],
    ['', ['from invalid_type', 'to invalid_type']],
    [`${day}&from=2027-01-01T00:00:00Z`, ['from duplicate_parameter']],
    [`${day}&limit=5`, ['limit unrecognized_keys']],
  ])('rejects a query with 400 invalid_schema: %s', async (query, issues) => {
    const answer = await readCourt(service, tenant, courtId, query);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual(issues);
  });

  it('returns the occupancy of a deactivated court', async () => {
    const before = await occupied();
    const set = (active: boolean) =>
      service.database.em().execute('update courts set active = ? where id = ?', [active, courtId]);
    await set(false);
    expect(await occupied()).toEqual(before);
    await set(true);
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
