import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestService } from '../../../harness/servers/test-service.ts';

it('reads of one partner use at most 6 of 14 connections, and another partner is still served', async () => {
  const service = await startTestService('postgresql', { poolSize: 20 });
  const [partner, other] = [await service.factories.tenant(), await service.factories.tenant()];
  const [holder, observer] = [new pg.Client(service.url), new pg.Client(service.url)];
  await Promise.all([holder.connect(), observer.connect()]);
  const waiting = async () => {
    const { rows } = await observer.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  try {
    const root = `/api/v1/external-services/${partner.externalServiceId}`;
    const range = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
    const paths = [
      [`${root}/court-bookings?${range}`, 'listCourtBookings'],
      [`${root}/court-bookings?courtId=${partner.courtIds[0]}`, 'listCourtBookings'],
      [`${root}/court-bookings/by-external-id/none`, 'getCourtBooking'],
      [`${root}/courts/${partner.courtIds[0]}/occupancy?${range}`, 'getCourtOccupancy'],
      [`${root}/organizations/${partner.organizationId}/occupancy?${range}`, 'getOrganizationOccupancy'],
    ] as const;
    const sixOfEach = () =>
      paths.flatMap(([path, operationId]) =>
        Array.from({ length: 6 }, () => service.call(path, { token: partner.token }, operationId)),
      );
    // Opens the connections, which may take longer than a statement waits for a lock.
    await Promise.all(sixOfEach());
    await holder.query('begin; lock table court_bookings in access exclusive mode');
    const reads = sixOfEach();
    await expect.poll(waiting, { interval: 10 }).toBeGreaterThanOrEqual(6);
    for (let turn = 0; turn < 5; turn += 1) {
      const { status } = await service.call('/api/v1/token', { token: other.token }, 'getToken');
      expect(status).toBe(200);
      expect(await waiting()).toBeLessThanOrEqual(6);
    }
    await holder.query('rollback');
    const statuses = new Set((await Promise.all(reads)).map(({ status }) => status));
    expect(statuses.has(500)).toBe(false);
  } finally {
    await Promise.all([holder.end(), observer.end()]);
    await service.stop();
  }
});
