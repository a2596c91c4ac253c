import { describe, expect, it } from 'vitest';
import { deleteExpiredTombstones } from '../../../src/services/bookings/delete-expired-tombstones.ts';
import { columnIn } from '../../harness/data/rows.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe('remembered cancellations', () => {
  const service = useTestService('postgresql');

  const now = Date.UTC(2027, 0, 1);
  const remember = (externalServiceId: string, daysAgo: number[]) =>
    service.database.query(
      `insert into cancellation_stamps
       select $1, 'old by ' || days, now(), $2::timestamptz - make_interval(days => days)
       from unnest($3::int[]) days`,
      [externalServiceId, new Date(now).toISOString(), daysAgo],
    );
  const remembered = (externalServiceId: string) =>
    columnIn(
      service,
      `select external_court_booking_id from cancellation_stamps where external_service_id = $1
       order by cancelled_at desc`,
      externalServiceId,
    );

  it('are deleted after the maximum age, and the oldest ones beyond the maximum number per service', async () => {
    const [many, few] = [
      await service.factories.externalService(),
      await service.factories.externalService(),
    ];
    await remember(many, [1, 2, 3, 4, 5, 101]);
    await remember(few, [99, 100, 101]);
    await deleteExpiredTombstones(service.database, 100, now, 3);
    expect(await remembered(many)).toEqual(['old by 1', 'old by 2', 'old by 3']);
    expect(await remembered(few)).toEqual(['old by 99', 'old by 100']);
  });
});
