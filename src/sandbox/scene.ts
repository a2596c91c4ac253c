import { shuffled } from './random.ts';
import type { Row, Scene } from './scenario.ts';
import type { Tenant } from './tenant.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Scenarios use days of their own, from this one on. */
const firstDay = 30;
/** Bookings use these courts. The last two are for rows that fail. */
const courtsInUse = 3;

/** Returns what the steps of a scenario are made from. */
export function createScene(
  tenant: Tenant,
  random: () => number,
  { name, day, now }: { name: string; day: number; now: number },
): Scene {
  const midnight = Math.floor(now / dayMillis) * dayMillis + (firstDay + day) * dayMillis;
  // The partner's system made its changes before the run, one a second.
  let changedAt = now - hourMillis;
  const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
  const version = () => {
    changedAt += 1_000;
    return instant(changedAt);
  };
  const hour = (number: number) => ({
    startDate: instant(midnight + number * hourMillis),
    endDate: instant(midnight + (number + 1) * hourMillis),
  });
  return {
    tenant,
    random,
    version,
    hour,
    booking: (number, fields = {}): Row => ({
      action: 'upsert',
      externalCourtBookingId: `${name}-${number}`,
      courtId: tenant.courts[number % courtsInUse]!.id,
      ...hour(number),
      externalUpdatedAt: version(),
      participants: [{ userId: tenant.users[number % (tenant.users.length - 1)]!.id }],
      ...fields,
    }),
    some: (rows, count) =>
      shuffled(rows, random)
        .slice(0, count)
        .map(({ externalCourtBookingId }) => externalCourtBookingId!),
  };
}
