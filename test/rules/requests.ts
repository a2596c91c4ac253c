import fc from 'fast-check';
import type { Content, Participant } from '../../src/rules/court-booking.ts';
import type { Item } from '../../src/rules/court-booking-item.ts';

export interface Request {
  service: string;
  item: Item;
}

/** A version. The later ones are newer. */
export const version = (n: number) => `2026-11-20T12:00:${String(n).padStart(2, '0')}.000000Z`;
export const hour = (n: number) => `2027-01-01T${String(n).padStart(2, '0')}:00:00.000000Z`;

export const content = (fields: Partial<Content> = {}): Content => ({
  courtId: 'court',
  startDate: hour(10),
  endDate: hour(11),
  externalUpdatedAt: version(0),
  participants: [],
  ...fields,
});

export const upsertOf = (id: string, fields: Partial<Content> = {}) =>
  ({ action: 'upsert', externalCourtBookingId: id, content: content(fields) }) as const;

export const cancellationOf = (id: string, externalUpdatedAt: string) =>
  ({ action: 'cancel', externalCourtBookingId: id, externalUpdatedAt }) as const;

/** A number from which further choices are made. This is much faster than an arbitrary for each choice. */
export const number = fc.noBias(fc.nat({ max: 2 ** 31 - 1 }));

/** Returns a function that takes choices from a number. */
export function choices(from: number): <T>(...options: T[]) => T {
  let rest = from;
  return (...options) => {
    const option = options[rest % options.length]!;
    rest = Math.floor(rest / options.length);
    return option;
  };
}

const people: Participant[][] = [
  [],
  [],
  [{ userId: 'ada' }],
  [{ email: 'guest@example.com' }, { userId: 'bob' }],
  [{ email: 'bob@example.com' }, { email: 'guest@example.com' }],
  // Rejected: the same person twice, and a user that is not open.
  [{ userId: 'ada' }, { email: 'ada@example.com' }],
  [{ userId: 'eve' }],
];

/** Few values of each kind, so that ids, places and versions coincide. Some requests violate other rules. */
export function requestFrom(from: number): Request {
  const choose = choices(from);
  const service = choose('one', 'one', 'two');
  const id = choose('a', 'b', 'c');
  const externalUpdatedAt = choose(version(0), version(1), version(2), version(3));
  if (choose(true, false, false, false)) return { service, item: cancellationOf(id, externalUpdatedAt) };
  const start = choose(10, 11, 12, 13);
  const hours = choose(1, 1, 1, 2, 3, 0);
  const participants = choose(...people);
  const courtId = choose('court', 'court', 'court', 'other court', 'other court', 'closed', 'foreign');
  const place = { courtId, startDate: hour(start), endDate: hour(start + hours) };
  return { service, item: upsertOf(id, { ...place, externalUpdatedAt, participants }) };
}

export const request = number.map(requestFrom);
export const requests = fc.array(request, { minLength: 1, maxLength: 10 });
