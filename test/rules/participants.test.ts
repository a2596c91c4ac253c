import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Participant } from '../../src/rules/court-booking.ts';
import { ambiguousParticipant, areSamePeople, judgeParticipants } from '../../src/rules/participants.ts';
import { holds } from './holds.ts';
import { Memory, users } from './memory.ts';
import { choices, number } from './requests.ts';

/** Only the addresses of users that are open name these users. */
const personOf = ({ userId, email }: Participant) =>
  (['ada', 'bob'] as const).find((name) => name === userId || users[name] === email) ?? userId ?? email;

const participants = fc.array(
  number.map((from): Participant => {
    const choose = choices(from);
    const name = choose('ada', 'bob', 'eve', 'nobody');
    const email = name === 'nobody' ? 'guest@example.com' : users[name as 'ada'];
    return choose<Participant>({ userId: name }, { email }, { email }, { erased: true });
  }),
  { maxLength: 5 },
);

describe('participants', () => {
  it('names the same people in any order, with or without those who were erased', () => {
    holds(fc.tuple(participants, participants), 1_500, ([some, more]) => {
      const erased = { erased: true as const };
      equal(areSamePeople(some, [erased, ...some].reverse()), true);
      const added = more.filter((one) => !one.erased);
      equal(areSamePeople(some, [...some, ...added]), added.length === 0);
    });
  });

  it('reports each person after the first time, and each user that is not open', () => {
    const known = new Memory().knownTo('one');
    holds(participants, 1_500, (named) => {
      const { repeated, notOpen } = judgeParticipants(known, named);
      const kept = named.filter((_, index) => !repeated.includes(index));
      const people = kept.flatMap((one) => (one.erased ? [] : personOf(one)));
      equal(new Set(people).size, people.length);
      for (const index of repeated) {
        const earlier = [...named.slice(0, index), named[index]!];
        ok(judgeParticipants(known, earlier).repeated.includes(index));
      }
      deepEqual(
        notOpen,
        named.flatMap(({ userId }, index) => (['eve', 'nobody'].includes(userId!) ? index : [])),
      );
    });
  });

  it.each<[string, Participant, string]>([
    [
      'nobody',
      {},
      'participants[1] has neither "userId" nor "email". Send exactly one of "userId", "email" and "erased".',
    ],
    [
      'two names',
      { userId: 'ada', email: users.ada },
      'participants[1] has "userId" and "email". Send exactly one of "userId", "email" and "erased".',
    ],
  ])('rejects a participant with %s', (_what, participant, message) => {
    expect(ambiguousParticipant([{ userId: 'bob', email: undefined }, participant])).toBe(message);
  });
});
