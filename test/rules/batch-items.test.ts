import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitCourts, sortOut } from '../../src/rules/batch-items.ts';
import type { Item } from '../../src/rules/court-booking-item.ts';
import type { UserBatchItem } from '../../src/rules/user-item.ts';
import { holds } from './holds.ts';
import { hoursTaken, isDone, Memory, readIn } from './memory.ts';
import { hour, number, type Request, request, requests, upsertOf, version } from './requests.ts';
import {
  eraseUser,
  peopleIn,
  type UserMemory,
  upsertUser,
  userRequestFrom,
  userRequests,
  usersAfter,
} from './user-memory.ts';

interface Rejected {
  index: number;
  rejection: { error: string };
}

/** A state of bookings or of users in memory. */
interface State<Item, Result> {
  copy(): this;
  text(): string;
  send(service: string, item: Item): Result;
  sendInOrder(service: string, items: Item[]): Result[];
  sendAtomically(service: string, items: Item[]): { results: Result[] } | { refused: Rejected[] };
}

interface Kind<Item, Requests, Stored> {
  runs: number;
  requests: fc.Arbitrary<Requests>;
  stateAfter: (requests: Requests) => Stored;
  items: fc.Arbitrary<Item[]>;
  /** The items that an atomic batch may have, one for each id. */
  distinct: (all: Item[]) => Item[];
  /** What partners can read, without generated ids and times. */
  read: (state: Stored) => unknown;
  /** The error if two want one place or address, and whether two would have one after the batch, by what each item asks for. */
  clash: string;
  isClash: (before: Stored, batch: Item[]) => boolean;
  /** Checks that an item was written. */
  isWritten: (after: Stored, item: Item, outcome: string) => void;
}

function describeBatches<
  Item,
  Requests,
  Result extends { outcome: string },
  Stored extends State<Item, Result>,
>(kinds: string, kind: Kind<Item, Requests, Stored>): void {
  const { runs, stateAfter, distinct, read, clash, isClash } = kind;
  const batches = fc.tuple(kind.requests, kind.items);

  describe(`a batch of ${kinds}`, () => {
    it('has the same results as its items sent one by one', () => {
      holds(batches, runs, ([stored, batch]) => {
        const together = stateAfter(stored);
        const alone = together.copy();
        deepEqual(
          together.sendInOrder('one', batch),
          batch.map((item) => alone.send('one', item)),
        );
        equal(together.text(), alone.text());
      });
    });

    it('is written as a whole if it is atomic and no two of them clash afterwards, and else not at all', () => {
      holds(batches, runs, ([stored, given]) => {
        const state = stateAfter(stored);
        const [before, batch] = [state.copy(), distinct(given)];
        const judged = state.sendAtomically('one', batch);
        if ('refused' in judged) {
          equal(state.text(), before.text());
          // Each item alone is at fault by itself, or wants what would be taken twice.
          const others = judged.refused.filter(({ rejection }) => rejection.error !== clash);
          for (const { index, rejection } of others)
            deepEqual(before.copy().send('one', batch[index]!), { outcome: 'refused', rejection });
          if (others.length === 0) equal(isClash(before, batch), true);
          return;
        }
        equal(isClash(before, batch), false);
        for (const [index, item] of batch.entries())
          kind.isWritten(state, item, judged.results[index]!.outcome);
      });
    });

    it('does not depend on the order of its items if it is atomic', () => {
      holds(batches, runs, ([stored, given]) => {
        const [forwards, batch] = [stateAfter(stored), distinct(given)];
        const backwards = forwards.copy();
        const one = forwards.sendAtomically('one', batch);
        const other = backwards.sendAtomically('one', batch.toReversed());
        deepEqual(read(backwards), read(forwards));
        const refused = (judged: typeof one) => ('refused' in judged ? judged.refused : []);
        const last = batch.length - 1;
        deepEqual(
          refused(other)
            .map(({ index, ...more }) => ({ index: last - index, ...more }))
            .reverse(),
          refused(one),
        );
      });
    });

    it('is written atomically with the same effect if each of its items can be written in turn', () => {
      holds(batches, runs, ([stored, given]) => {
        const inTurn = stateAfter(stored);
        const atomic = inTurn.copy();
        const batch = distinct(given).filter((item) => inTurn.send('one', item).outcome !== 'refused');
        ok('results' in atomic.sendAtomically('one', batch));
        deepEqual(read(atomic), read(inTurn));
      });
    });
  });
}

const isTwice = (all: string[]) => new Set(all).size < all.length;

function storedAfter(all: Request[]): Memory {
  const memory = new Memory();
  for (const { service, item } of all) memory.send(service, item);
  return memory;
}

describeBatches<Item, Request[], ReturnType<Memory['send']>, Memory>('court bookings', {
  runs: 1_000,
  requests,
  stateAfter: storedAfter,
  items: fc.array(
    request.map(({ item }) => item),
    { minLength: 1, maxLength: 15 },
  ),
  distinct: (all) => [...new Map(all.map((item) => [item.externalCourtBookingId, item])).values()],
  read: (memory) =>
    ['one', 'two'].flatMap((service) => ['a', 'b', 'c'].map((id) => readIn(memory, service, id))),
  clash: 'court_booking_overlap',
  isClash: ({ bookings: before }, batch) => {
    const bookings = new Map(before);
    for (const item of batch) {
      const key = `one/${item.externalCourtBookingId}`;
      bookings.delete(key);
      if (item.action === 'upsert')
        bookings.set(key, { id: key, externalServiceId: 'one', createdAt: '', updatedAt: '', ...item });
    }
    return isTwice(hoursTaken(bookings.values()));
  },
  isWritten: (memory, item, outcome) => {
    const { version: stored } = readIn(memory, 'one', item.externalCourtBookingId);
    const isCancellation = item.action === 'cancel';
    ok(['replayed', ...(isCancellation ? ['cancelled'] : ['created', 'updated'])].includes(outcome));
    equal(stored, isCancellation ? item.externalUpdatedAt : item.content.externalUpdatedAt);
  },
});

describeBatches<UserBatchItem, Parameters<typeof usersAfter>[0], ReturnType<UserMemory['send']>, UserMemory>(
  'users',
  {
    runs: 1_500,
    requests: userRequests,
    stateAfter: usersAfter,
    items: fc.array(
      number.map((from) => userRequestFrom(from).item as UserBatchItem),
      { minLength: 1, maxLength: 6 },
    ),
    distinct: (all) => [
      ...new Map(
        all
          .filter(({ action }) => ['upsert', 'erase'].includes(action))
          .map((item) => [item.externalUserId, item]),
      ).values(),
    ],
    read: peopleIn,
    clash: 'email_already_in_use',
    isClash: (before, batch) => {
      const emails = new Map([...before.users.values()].map(({ id, email }) => [id, email]));
      for (const item of batch) {
        const id = before.knownTo('one').linked(item.externalUserId)?.id ?? item.externalUserId;
        emails.set(id, item.action === 'erase' ? null : item.email);
      }
      return isTwice([...emails.values()].filter((email) => email != null));
    },
    isWritten: (memory, item) => {
      const linked = memory.knownTo('one').linked(item.externalUserId);
      equal(linked?.email, item.action === 'erase' ? undefined : item.email);
    },
  },
);

describe('an atomic batch', () => {
  it('lets bookings swap their places', () => {
    const memory = new Memory();
    const placed = (id: string, n: number, at: number) =>
      upsertOf(id, { startDate: hour(n), endDate: hour(n + 1), externalUpdatedAt: version(at) });
    for (const item of [placed('a', 10, 0), placed('b', 11, 0)]) memory.send('one', item);
    const swapped = [placed('a', 11, 1), placed('b', 10, 1)];
    expect(swapped.map((item) => isDone(memory.copy().send('one', item)))).toEqual([false, false]);
    expect(memory.sendAtomically('one', swapped)).toMatchObject({
      results: [{ outcome: 'updated' }, { outcome: 'updated' }],
    });
  });

  it('lets users exchange addresses, also with those who are erased', () => {
    const memory = usersAfter(['a', 'b', 'c'].map((id) => ({ service: 'one', item: upsertUser(id) })));
    const shifted = [
      upsertUser('a', { email: 'b@example.com' }),
      upsertUser('b', { email: 'c@example.com' }),
      eraseUser('c'),
      upsertUser('d', { email: 'a@example.com' }),
    ];
    const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome);
    expect(outcomes(shifted.map((item) => memory.copy().send('one', item)))).toEqual([
      ...['refused', 'refused', 'erased', 'refused'],
    ]);
    const judged = memory.sendAtomically('one', shifted);
    expect('results' in judged && outcomes(judged.results)).toEqual([
      ...['updated', 'updated', 'erased', 'created'],
    ]);
  });

  it('names the owner of an address to operators, but not one whom it erases', () => {
    const memory = usersAfter([
      { service: 'two', item: upsertUser('x') },
      { service: 'one', item: upsertUser('a') },
    ]);
    const judged = memory.sendAtomically('one', [
      upsertUser('b', { email: 'x@example.com' }),
      eraseUser('a'),
      upsertUser('c', { email: 'a@example.com' }),
      upsertUser('d', { email: 'a@example.com' }),
    ]);
    const [owner] = [...memory.users.keys()];
    const error = 'email_already_in_use';
    expect(judged).toEqual({
      refused: [
        { index: 0, rejection: { error, ownerId: owner } },
        { index: 2, rejection: { error } },
        { index: 3, rejection: { error } },
      ],
    });
  });
});

describe('faults of items by themselves', () => {
  it('names a booking that an item before it names', () => {
    const { issues, judgeable } = sortOut(
      ['a', 'b', 'a'].map((id) => ({ id, item: id })),
      'booking',
    );
    expect(issues).toEqual([
      {
        path: ['items', 2],
        code: 'duplicate_entries_provided',
        message: 'An item before this one names the same booking. Name each booking once in an atomic batch.',
      },
    ]);
    expect(judgeable).toEqual([
      { index: 0, item: 'a' },
      { index: 1, item: 'b' },
    ]);
  });

  it('names the item with the 51st court, and each later one with a further court', () => {
    const faultOf = limitCourts();
    const courts = Array.from({ length: 50 }, (_, n) => `court ${n}`);
    for (const court of [...courts, undefined, ...courts]) expect(faultOf(court)).toBeUndefined();
    expect(faultOf('one more')).toEqual({
      code: 'too_many_courts',
      message:
        'An atomic batch may book at most 50 courts, and this item names another one. Split the batch.',
    });
  });
});
