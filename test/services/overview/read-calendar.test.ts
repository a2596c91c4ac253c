import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostCourts, readCalendar } from '../../../src/services/overview/read-calendar.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('postgresql');
});
afterAll(() => service.stop());

it.each([
  [mostCourts, false],
  [mostCourts + 1, true],
])('of %i courts it says whether there are more than it shows: %s', async (courts, hasMoreCourts) => {
  const { organizationId } = await service.factories.tenant(courts);
  const query = { organizationId, date: '2027-01-01', days: 1, timeZone: 'UTC' } as const;
  const calendar = await readCalendar(service.database, query);
  expect(calendar.courts).toHaveLength(mostCourts);
  expect(calendar.hasMoreCourts).toBe(hasMoreCourts);
});
