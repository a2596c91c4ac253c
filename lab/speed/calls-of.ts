import type { Tenant } from '../../test/harness/data/factories.ts';
import type { Call } from './turn.ts';

/** A partner with 1,000 users. */
export interface Seeded {
  tenant: Tenant;
  userIds: string[];
}

export const courts = 200;
const day = Date.UTC(2027, 0, 1);
const hour = 60 * 60 * 1_000;

type CallOf = (n: number, round: number, requests: number) => Call;

/** Returns the calls of each figure. Their order matters, because updates and replays need the bookings that were created before. */
export function callsOf({ tenant, userIds }: Seeded): Record<string, CallOf> {
  const base = `/api/v1/external-services/${tenant.externalServiceId}`;
  const put = (id: string, court: number, slot: number, stamp: number, n: number): Call => ({
    method: 'PUT',
    path: `${base}/court-bookings/by-external-id/${id}`,
    body: JSON.stringify({
      courtId: tenant.courtIds[court % courts],
      startDate: new Date(day + slot * hour).toISOString(),
      endDate: new Date(day + (slot + 1) * hour).toISOString(),
      externalUpdatedAt: new Date(Date.UTC(2026, 0, 1) + stamp).toISOString(),
      participants: [{ userId: userIds[n % 1_000] }, { email: `guest-${n % 500}@example.com` }],
    }),
  });
  // Calls use each of `courts` in turn. The hours of a round follow those of the round before.
  const slotOf = (n: number, round: number) => round * 1_000 + Math.floor(n / courts);
  const moved: CallOf = (n, round) => put(`b-${round}-${n}`, n + 1, slotOf(n, round) + 400, 2_000, n + 2);
  return {
    create: (n, round) => put(`b-${round}-${n}`, n, slotOf(n, round), 0, n),
    'update, same court': (n, round) => put(`b-${round}-${n}`, n, slotOf(n, round) + 200, 1_000, n + 1),
    'update, another court': moved,
    replay: moved,
    'hot court': (n, round, requests) => put(`hot-${round}-${n}`, 0, 100_000 + round * requests + n, 0, n),
    'create user': (n, round) => ({
      method: 'POST',
      path: `${base}/users`,
      body: JSON.stringify({
        email: `new-${round}-${n}@example.com`,
        externalUserId: `new-${round}-${n}`,
        firstName: 'Ada',
        lastName: 'Lovelace',
        birthday: '1985-12-10',
      }),
    }),
  };
}
