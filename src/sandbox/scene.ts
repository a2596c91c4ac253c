import { shuffled } from './random.ts';
import type { Row, Scene } from './scenario.ts';
import type { Tenant } from './tenant.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Scenarios use days of their own, from this one on. Some need more than one. */
const firstDay = 30;
const daysOfScenario = 2;
/** Bookings use these courts. The last two are for rows that fail. */
const courtsInUse = 3;
/** Of the bookings of another program. Some hundreds fit into a day. */
const shortMillis = 180_000;

/** Returns what the steps of a scenario are made from. */
export function createScene(
  tenant: Tenant,
  random: () => number,
  { name, day, now }: { name: string; day: number; now: number },
): Scene {
  const midnight = Math.floor(now / dayMillis) * dayMillis + (firstDay + daysOfScenario * day) * dayMillis;
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
    others: (count) =>
      Array.from({ length: count }, (_, n) => ({
        action: 'upsert',
        externalCourtBookingId: `${name}-other-${n}`,
        courtId: tenant.courts[courtsInUse]!.id,
        startDate: instant(midnight + n * shortMillis),
        endDate: instant(midnight + (n + 1) * shortMillis),
        externalUpdatedAt: version(),
      })),
    some: (rows, count) =>
      shuffled(rows, random)
        .slice(0, count)
        .map(({ externalCourtBookingId }) => externalCourtBookingId!),
  };
}
