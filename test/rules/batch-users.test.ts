import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeUsersInOrder } from '../../src/rules/batch-users.ts';
import type { UserBatchItem } from '../../src/rules/user-item.ts';
import { holds } from './holds.ts';
import { number } from './requests.ts';
import {
  eraseUser,
  isDone,
  peopleIn,
  type UserMemory,
  upsertUser,
  userRequestFrom,
  userRequests,
  usersAfter,
} from './user-memory.ts';

const allItems = number.map((from) => userRequestFrom(from).item);
const items = fc.array(allItems, { minLength: 1, maxLength: 6 });

/** The items that a batch may have, one for each id. */
const distinct = (all: { action: string }[]) => [
  ...new Map(
    all
      .filter((item): item is UserBatchItem => ['upsert', 'erase'].includes(item.action))
      .map((item) => [item.externalUserId, item]),
  ).values(),
];

describe('batch of users', () => {
  it('has the same results as its items sent one by one', () => {
    holds(fc.tuple(userRequests, items), 1_500, ([stored, batch]) => {
      const together = usersAfter(stored);
      const alone = together.copy();
      const results = judgeUsersInOrder(together.knownTo('one'), batch, together.writing);
      deepEqual(
        results,
        batch.map((item) => alone.send('one', item)),
      );
      for (const result of results) together.store(result);
      equal(together.text(), alone.text());
    });
  });

  it('is written as a whole if it is atomic and no two users have one address afterwards, and else not at all', () => {
    holds(fc.tuple(userRequests, items), 1_500, ([stored, given]) => {
      const memory = usersAfter(stored);
      const [before, batch] = [memory.copy(), distinct(given)];
      const judged = memory.sendAtomically('one', batch);
      if ('refused' in judged) {
        equal(memory.text(), before.text());
        const others = judged.refused.filter(({ rejection }) => rejection.error !== 'email_already_in_use');
        for (const { index, rejection } of others)
          deepEqual(before.copy().send('one', batch[index]!), { outcome: 'refused', rejection });
        if (others.length === 0) equal(isSharedAfter(before, batch), true);
        return;
      }
      equal(isSharedAfter(before, batch), false);
      for (const item of batch) {
        const linked = memory.knownTo('one').linked(item.externalUserId);
        equal(linked?.email, item.action === 'erase' ? undefined : item.email);
      }
    });
  });

  it('does not depend on the order of its items if it is atomic', () => {
    holds(fc.tuple(userRequests, items), 1_500, ([stored, given]) => {
      const [forwards, batch] = [usersAfter(stored), distinct(given)];
      const backwards = forwards.copy();
      const one = forwards.sendAtomically('one', batch);
      const other = backwards.sendAtomically('one', batch.toReversed());
      deepEqual(peopleIn(backwards), peopleIn(forwards));
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
    holds(fc.tuple(userRequests, items), 1_500, ([stored, given]) => {
      const inTurn = usersAfter(stored);
      const atomic = inTurn.copy();
      const batch = distinct(given).filter((item) => isDone(inTurn.send('one', item)));
      ok('results' in atomic.sendAtomically('one', batch));
      deepEqual(peopleIn(atomic), peopleIn(inTurn));
    });
  });

  it('lets users of an atomic batch exchange addresses, also with those who are erased', () => {
    const memory = usersAfter(['a', 'b', 'c'].map((id) => ({ service: 'one', item: upsertUser(id) })));
    const shifted = [
      upsertUser('a', { email: 'b@example.com' }),
      upsertUser('b', { email: 'c@example.com' }),
      eraseUser('c'),
      upsertUser('d', { email: 'a@example.com' }),
    ];
    expect(shifted.map((item) => memory.copy().send('one', item).outcome)).toEqual([
      'refused',
      'refused',
      'erased',
      'refused',
    ]);
    expect(memory.sendAtomically('one', shifted)).toMatchObject({
      results: [
        { outcome: 'updated' },
        { outcome: 'updated' },
        { outcome: 'erased' },
        { outcome: 'created' },
      ],
    });
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

/** Returns true if two users would have the same address after the batch, by what each item asks for. */
function isSharedAfter(before: UserMemory, batch: UserBatchItem[]): boolean {
  const emails = new Map([...before.users.values()].map(({ id, email }) => [id, email]));
  for (const item of batch) {
    const id = before.knownTo('one').linked(item.externalUserId)?.id ?? item.externalUserId;
    emails.set(id, item.action === 'erase' ? null : item.email);
  }
  const used = [...emails.values()].filter((email) => email != null);
  return new Set(used).size < used.length;
}
