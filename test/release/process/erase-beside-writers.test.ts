import { describe, expect, it } from 'vitest';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { useNothingLogged } from '../../harness/assertions/nothing-logged.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { recorded, sentinel, waitingLater } from '../../harness/data/erasing.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { runs } from '../../harness/data/runs.ts';
import '../../harness/measured.ts';

describe('erase user during concurrent bookings that name the person', () => {
  const service = useNothingLogged();
  const users = userCalls(service);

  it('leaves no data sent before the response, neither in the database nor in the logs', async ({ task }) => {
    const tenant = await service.factories.tenant(4);
    const rounds = runs(3);
    for (let round = 0; round < rounds; round += 1) {
      const { person, texts } = sentinel();
      const { id } = await users.make(tenant, person);
      await recorded(service, tenant);
      let answered = false;
      let sent = 0;
      const race = tenant.courtIds.map(async (courtId, court) => {
        for (let n = 0; !answered; n += 1) {
          sent += 1;
          const participants = n % 3 === 2 ? [] : [{ email: person.email }];
          const body = bookingBody(
            courtId,
            { participants, externalUpdatedAt: new Date().toISOString() },
            round * 40 + (n % 20),
          );
          await service.upsertCourtBooking(tenant.externalServiceId, `race-${round}-${court}-${n % 20}`, {
            token: tenant.token,
            body,
          });
        }
      });
      // Several requests are in progress.
      await expect.poll(() => sent, { interval: 5 }).toBeGreaterThan(12);
      const answer = await users.erase(tenant, id);
      answered = true;
      expect(answer.status).toBe(200);
      await Promise.all(race);
      await expect.poll(() => waitingLater(service)).toBe(0);
      expect(await findEverywhere(service.database, texts)).toEqual([]);
    }
    task.meta.measured = { 'persons erased next to writers': rounds };
  });
});
