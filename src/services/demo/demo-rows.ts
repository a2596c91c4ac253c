import { demoIds } from './demo-ids.ts';

interface Clock {
  newId: () => string;
  now: () => number;
}

/** The place of a demo booking, by index. */
interface DemoCourts {
  /** Days from today. */
  day: number;
  court: number;
  slot: number;
}

const dayMillis = 24 * 60 * 60 * 1_000;
const hourMillis = 60 * 60 * 1_000;

/** Hours of the day (UTC). The examples of the documentation use earlier hours, so the two never overlap. */
export const demoHours = [14, 16, 18, 20];
/** Starts tomorrow, so that the first booking can still be cancelled. Then come today and the week before. */
const days = [1, 2, 3, 4, 5, 6, 0, -1, -2, -3, -4, -5, -6, -7];

const courtNames = [
  ['Demo Tennis Club', ['Centre Court', 'Court 1', 'Court 2']],
  ['Demo Padel Hall', ['Padel 1', 'Padel 2']],
] as const;

const members = [
  ['Demo', 'Member'],
  ['Nora', 'Lind'],
  ['Samir', 'Haddad'],
  ['Lucia', 'Romano'],
  ['Piotr', 'Nowak'],
  ['Emma', 'Keller'],
] as const;
/** Managed by the other partner. The first partner was granted the first one. */
const otherMembers = [
  ['Jonas', 'Weber'],
  ['Aiko', 'Mori'],
  ['Tara', 'Singh'],
] as const;

/**
 * Returns the demo data as rows per table: two organizations, two external services, users of both, and bookings
 * of two weeks around today, some of them cancelled. Both services may book in the first organization.
 */
export function demoRows(clock: Clock) {
  const { newId } = clock;
  const organizations = courtNames.map(([name]) => ({ id: newId(), name }));
  organizations[0]!.id = demoIds.organization;
  const courts = courtNames.flatMap(([, names], club) =>
    names.map((name) => ({ id: newId(), organization: organizations[club]!.id, name })),
  );
  courts[0]!.id = demoIds.court;
  const services = [
    { id: demoIds.externalService, name: 'Demo Partner' },
    { id: newId(), name: 'Demo Neighbour' },
  ];
  const [own, other] = services.map(({ id }) => id) as [string, string];
  const users = [...members, ...otherMembers].map(([firstName, lastName], index) => ({
    id: index === 0 ? demoIds.user : newId(),
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    firstName,
    lastName,
    managedBy: index < members.length ? own : other,
  }));
  return {
    organizations,
    courts,
    services,
    users,
    organizationGrants: [
      { externalService: own, organization: organizations[0]!.id },
      { externalService: own, organization: organizations[1]!.id },
      { externalService: other, organization: organizations[0]!.id },
    ],
    userLinks: users.map(({ id, managedBy }, index) => ({
      externalService: managedBy,
      externalUserId: `demo-member-${managedBy === own ? index : index - members.length}`,
      user: id,
    })),
    userGrants: [{ externalService: own, user: users[members.length]!.id }],
    ...bookingRows(clock, { own, other }, courts, users),
  };
}

function bookingRows(
  { newId, now }: Clock,
  { own, other }: { own: string; other: string },
  courts: { id: string; organization: string }[],
  users: { id: string; managedBy: string }[],
) {
  const today = Math.floor(now() / dayMillis) * dayMillis;
  const instant = (millis: number) => new Date(millis).toISOString();
  const counts = { [own]: 0, [other]: 0 };
  const placed = slotsOf(courts.length).flatMap(({ day, court, slot }) => {
    // Every fifth place is free. Every fifth belongs to the other partner, if it may book there.
    const turn = (day + days.length + court + slot) % 5;
    const isClub = courts[court]!.organization === courts[0]!.organization;
    if (turn === 0 || (turn === 3 && !isClub)) return [];
    const externalService = turn === 3 ? other : own;
    counts[externalService]! += 1;
    const n = counts[externalService]!;
    const start = today + day * dayMillis + demoHours[slot]! * hourMillis;
    // A reason marks a cancellation by an operator.
    const cancelled = n % 11 === 0 ? 'The court is being repaired.' : n % 13 === 0 ? null : undefined;
    const row = {
      id: newId(),
      externalService,
      externalCourtBookingId: `demo-${n}`,
      court: courts[court]!.id,
      startDate: instant(start),
      endDate: instant(start + (slot % 2 === 0 ? 1 : 1.5) * hourMillis),
      externalUpdatedAt: instant(today - hourMillis),
      cancelledAt: cancelled === undefined ? null : instant(now()),
      cancellationReason: cancelled ?? null,
      partnerCancelledAt: cancelled === null ? instant(now()) : null,
    };
    return [{ row, n }];
  });
  return {
    bookings: placed.map(({ row }) => row),
    participants: placed.flatMap(({ row, n }) => {
      const open = users.filter(({ managedBy }) => managedBy === row.externalService);
      const named = { courtBooking: row.id, position: 0, user: open[n % open.length]!.id, email: null };
      const guest = { courtBooking: row.id, position: 1, user: null, email: `guest-${n % 7}@example.com` };
      return n % 2 === 0 ? [named] : [named, guest];
    }),
  };
}

function slotsOf(courts: number): DemoCourts[] {
  return days.flatMap((day) =>
    Array.from({ length: courts }, (_, court) =>
      demoHours.map((_hour, slot) => ({ day, court, slot })),
    ).flat(),
  );
}
