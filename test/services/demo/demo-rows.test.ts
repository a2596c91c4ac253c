import { beforeAll, describe, expect, it } from 'vitest';
import { demoHours, demoRows } from '../../../src/services/demo/demo-rows.ts';
import { newId } from '../../../src/services/values/new-id.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('demo data and the rules of the platform', () => {
  const now = Date.UTC(2026, 11, 30, 21, 30);
  let rows: ReturnType<typeof demoRows>;
  beforeAll(() => {
    rows = demoRows({ newId, now: () => now });
  });
  const organizationOf = (court: string) => rows.courts.find(({ id }) => id === court)!.organization;
  const userOf = (user: string) => rows.users.find(({ id }) => id === user)!;

  it('partners book only where they have access and name only users who are open to them', () => {
    const mayBook = (service: string, organization: string) =>
      rows.organizationGrants.some(
        (one) => one.externalService === service && one.organization === organization,
      );
    const mayName = (service: string, user: string) =>
      userOf(user).managedBy === service ||
      rows.userGrants.some((one) => one.externalService === service && one.user === user);
    for (const { externalService, court } of rows.bookings)
      expect(mayBook(externalService, organizationOf(court))).toBe(true);
    for (const { courtBooking, user } of rows.participants) {
      const { externalService } = rows.bookings.find(({ id }) => id === courtBooking)!;
      if (user !== null) expect(mayName(externalService, user)).toBe(true);
    }
  });

  it('each partner links its own users with consecutive ids, and one user is granted to another partner', () => {
    for (const { id } of rows.services) {
      const own = rows.userLinks.filter(({ externalService }) => externalService === id);
      expect(own.map(({ externalUserId }) => externalUserId)).toEqual(own.map((_, n) => `demo-member-${n}`));
      expect(own.every(({ user }) => userOf(user).managedBy === id)).toBe(true);
    }
    expect(rows.userLinks).toHaveLength(rows.users.length);
    const [{ externalService, user }] = rows.userGrants as [(typeof rows.userGrants)[0]];
    expect(userOf(user).managedBy).not.toBe(externalService);
  });

  it('both partners book the first organization and one the second, with consecutive ids from demo-1', () => {
    const [first, second] = rows.organizations.map(({ id }) => id);
    const whoBooks = (organization: string | undefined) =>
      new Set(
        rows.bookings
          .filter(({ court }) => organizationOf(court) === organization)
          .map(({ externalService }) => externalService),
      ).size;
    expect([whoBooks(first), whoBooks(second)]).toEqual([2, 1]);
    for (const { id } of rows.services) {
      const own = rows.bookings.filter(({ externalService }) => externalService === id);
      expect(own.map((one) => one.externalCourtBookingId)).toEqual(own.map((_, n) => `demo-${n + 1}`));
    }
  });

  it('bookings start at demo hours, last 60 or 90 minutes and never overlap', () => {
    const midnight = Math.floor(now / day) * day;
    const lengths = new Set<number>();
    for (const { startDate, endDate, externalUpdatedAt } of rows.bookings) {
      const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
      expect(demoHours).toContain((start % day) / hour);
      expect(start - midnight).toBeGreaterThan(-7 * day);
      expect(start - midnight).toBeLessThan(7 * day);
      expect(Date.parse(externalUpdatedAt)).toBe(midnight - hour);
      lengths.add((end - start) / hour);
    }
    expect([...lengths].sort()).toEqual([1, 1.5]);
    for (const { id } of rows.courts) {
      const inTime = rows.bookings
        .filter(({ court }) => court === id)
        .map((one) => [one.startDate, one.endDate]);
      inTime.sort();
      for (const [place, [start]] of inTime.slice(1).entries())
        expect(start! >= inTime[place]![1]!).toBe(true);
    }
  });

  it('operators cancel some bookings with a reason and partners cancel others, but never the first', () => {
    const of = (reason: boolean, byPartner: boolean) =>
      rows.bookings.filter(
        (one) =>
          (one.cancellationReason !== null) === reason && (one.partnerCancelledAt !== null) === byPartner,
      );
    expect(of(true, true)).toEqual([]);
    for (const one of [...of(true, false), ...of(false, true)])
      expect(one.cancelledAt).toBe(new Date(now).toISOString());
    for (const one of of(false, false)) expect(one.cancelledAt).toBeNull();
    expect([of(true, false).length, of(false, true).length].every((count) => count > 0)).toBe(true);
    expect(of(false, false).length).toBeGreaterThan(rows.bookings.length * 0.8);
    expect(rows.bookings[0]!.cancelledAt).toBeNull();
  });

  it('some bookings also have a guest with an e-mail address', () => {
    const sizes = new Set<string>();
    for (const { id } of rows.bookings) {
      const named = rows.participants.filter(({ courtBooking }) => courtBooking === id);
      expect(named.map(({ position }) => position)).toEqual(named.map((_, n) => n));
      expect(named.every(({ user, email }) => (user === null) !== (email === null))).toBe(true);
      sizes.add(named.map(({ user }) => (user === null ? 'guest' : 'user')).join());
    }
    expect([...sizes].sort()).toEqual(['user', 'user,guest']);
  });
});
