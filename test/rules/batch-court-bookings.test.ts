import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeInOrder } from '../../src/rules/batch-court-bookings.ts';
import type { Item } from '../../src/rules/court-booking-item.ts';
import { holds } from './holds.ts';
import { hoursTaken, isDone, Memory, readIn } from './memory.ts';
import { hour, request, requests, upsertOf, version } from './requests.ts';

const items = fc.array(
  request.map(({ item }) => item),
  { minLength: 1, maxLength: 5 },
);
/** One item for each booking. */
const distinct = (all: Item[]) => [
  ...new Map(all.map((item) => [item.externalCourtBookingId, item])).values(),
];

function storedAfter(all: { service: string; item: Item }[]): Memory {
  const memory = new Memory();
  for (const { service, item } of all) memory.send(service, item);
  return memory;
}

const everything = (memory: Memory) =>
  ['one', 'two'].flatMap((service) => ['a', 'b', 'c'].map((id) => readIn(memory, service, id)));

describe('batch of court bookings', () => {
  it('has the same results as its items sent one by one', () => {
    holds(fc.tuple(requests, fc.array(items, { minLength: 1, maxLength: 3 })), 1_000, ([stored, batches]) => {
      const together = storedAfter(stored);
      const alone = together.copy();
      const batch = batches.flat();
      const results = judgeInOrder(together.knownTo('one'), batch, together.writing);
      deepEqual(
        results,
        batch.map((item) => alone.send('one', item)),
      );
      for (const [index, result] of results.entries()) together.store('one', batch[index]!, result);
      equal(together.text(), alone.text());
    });
  });

  it('is written as a whole if it is atomic and no two bookings overlap afterwards, and not at all otherwise', () => {
    holds(fc.tuple(requests, items), 1_000, ([stored, given]) => {
      const memory = storedAfter(stored);
      const [before, batch] = [memory.copy(), distinct(given)];
      const judged = memory.sendAtomically('one', batch);
      if ('refused' in judged) {
        equal(memory.text(), before.text());
        // Each item alone is at fault by itself, or wants a place that would be taken twice.
        for (const { index, rejection } of judged.refused) {
          if (rejection.error === 'court_booking_overlap') continue;
          deepEqual(before.copy().send('one', batch[index]!), { outcome: 'refused', rejection });
        }
        const others = judged.refused.filter(({ rejection }) => rejection.error !== 'court_booking_overlap');
        if (others.length === 0) equal(isTakenTwice(before, batch), true);
        return;
      }
      equal(isTakenTwice(before, batch), false);
      for (const [index, item] of batch.entries()) {
        const { outcome } = judged.results[index]!;
        const { version: stored } = readIn(memory, 'one', item.externalCourtBookingId);
        const isCancellation = item.action === 'cancel';
        ok(['replayed', ...(isCancellation ? ['cancelled'] : ['created', 'updated'])].includes(outcome));
        equal(stored, isCancellation ? item.externalUpdatedAt : item.content.externalUpdatedAt);
      }
    });
  });

  it('does not depend on the order of its items if it is atomic', () => {
    holds(fc.tuple(requests, items), 1_000, ([stored, given]) => {
      const [forwards, batch] = [storedAfter(stored), distinct(given)];
      const backwards = forwards.copy();
      const one = forwards.sendAtomically('one', batch);
      const other = backwards.sendAtomically('one', batch.toReversed());
      deepEqual(everything(backwards), everything(forwards));
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
    holds(fc.tuple(requests, items), 1_000, ([stored, given]) => {
      const inTurn = storedAfter(stored);
      const atomic = inTurn.copy();
      const batch = distinct(given).filter((item) => isDone(inTurn.send('one', item)));
      ok('results' in atomic.sendAtomically('one', batch));
      deepEqual(everything(atomic), everything(inTurn));
    });
  });

  it('lets bookings of an atomic batch swap their places', () => {
    const memory = new Memory();
    const place = (n: number, at: number) => ({
      startDate: hour(n),
      endDate: hour(n + 1),
      externalUpdatedAt: version(at),
    });
    for (const [id, n] of [
      ['a', 10],
      ['b', 11],
    ] as const)
      memory.send('one', upsertOf(id, place(n, 0)));
    const swapped = [upsertOf('a', place(11, 1)), upsertOf('b', place(10, 1))];
    expect(swapped.map((item) => memory.copy().send('one', item).outcome)).toEqual(['refused', 'refused']);
    expect(memory.sendAtomically('one', swapped)).toMatchObject({
      results: [{ outcome: 'updated' }, { outcome: 'updated' }],
    });
  });
});

/** Returns true if two active bookings would have the same hour after the batch, by what each item asks for. */
function isTakenTwice(before: Memory, batch: Item[]): boolean {
  const bookings = new Map(before.bookings);
  for (const item of batch) {
    const key = `one/${item.externalCourtBookingId}`;
    bookings.delete(key);
    if (item.action === 'upsert')
      bookings.set(key, {
        id: key,
        externalServiceId: 'one',
        createdAt: '',
        updatedAt: '',
        ...item,
      });
  }
  const taken = hoursTaken(bookings.values());
  return new Set(taken).size < taken.length;
}
