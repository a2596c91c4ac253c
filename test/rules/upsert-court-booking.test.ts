import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content } from '../../src/rules/court-booking.ts';
import { judgeUpsert, upsertErrors } from '../../src/rules/upsert-court-booking.ts';
import { holds } from './holds.ts';
import { isDone, Memory, readIn } from './memory.ts';
import { choices, content, hour, number, requests, upsertOf, version } from './requests.ts';

describe('upsert of a court booking', () => {
  it('stores the newest version, in any order of arrival', () => {
    // Of each version there is one content, so that the result does not depend on the order.
    const placeOf = (n: number) => ({ courtId: `court ${n}`, startDate: hour(n), endDate: hour(n + 1) });
    holds(fc.array(number, { minLength: 1, maxLength: 8 }), 2_000, (numbers) => {
      const versions = numbers.map((from) => from % 10);
      const memory = new Memory();
      for (const n of versions)
        memory.send('one', upsertOf('a', { ...placeOf(n), externalUpdatedAt: version(n) }));
      const newest = Math.max(...versions);
      deepEqual(readIn(memory, 'one', 'a'), {
        version: version(newest),
        ...placeOf(newest),
        participants: [],
      });
    });
  });

  it('changes nothing when a request is repeated or rejected', () => {
    holds(requests, 1_500, (all) => {
      const memory = new Memory();
      for (const { service, item } of all) {
        const before = memory.text();
        const result = memory.send(service, item);
        const after = memory.text();
        const again = item.action === 'cancel' ? item : { ...item, content: inOtherWords(item.content) };
        const repeated = memory.send(service, again);
        equal(memory.text(), after);
        if (isDone(result)) equal(repeated.outcome, 'replayed');
        else deepEqual([after, repeated], [before, result]);
      }
    });
  });

  it('reports the first violated rule in the documented order', () => {
    const documented = [
      'duplicate_entries_provided',
      'invalid_time_range',
      'court_not_found',
      'organization_access_denied',
      'user_access_denied',
      'stale_write',
      'version_conflict',
      'court_booking_overlap',
    ];
    expect(upsertErrors).toEqual(documented);
    holds(number, 2_000, (from) => {
      const choose = choices(from);
      const violated = documented.filter(() => choose(true, false));
      const has = (rule: string) => violated.includes(rule);
      const courtId = `court${has('court_not_found') ? ' closed' : ''}${has('organization_access_denied') ? ' foreign' : ''}`;
      const memory = new Memory();
      memory.send('one', upsertOf('a', { courtId: 'elsewhere', externalUpdatedAt: version(5) }));
      if (has('court_booking_overlap')) {
        const [taken] = [upsertOf('b', { courtId: 'court' })];
        const result = memory.send('two', taken);
        // The court may have been closed to partners since.
        if (isDone(result) && 'booking' in result)
          memory.store('two', taken, {
            ...result,
            booking: { ...result.booking, content: content({ courtId }) },
          });
      }
      const stale = has('stale_write') ? 4 : 6;
      // A version is not older and equal at the same time.
      const verdict = judgeUpsert(
        memory.knownTo('one'),
        upsertOf('a', {
          courtId,
          ...(has('invalid_time_range') ? { startDate: hour(11), endDate: hour(10) } : {}),
          externalUpdatedAt: version(has('version_conflict') && !has('stale_write') ? 5 : stale),
          participants: [
            ...(has('duplicate_entries_provided') ? twice : []),
            ...(has('user_access_denied') ? [{ userId: 'eve' }] : []),
          ],
        }),
      );
      const error = verdict.outcome === 'refused' ? verdict.rejection.error : undefined;
      equal(error, violated[0]);
    });
  });

  it('compares every field of the content, also one that the rules do not know', () => {
    const memory = new Memory();
    const labeled = (label: string | undefined) => upsertOf('a', { label } as Partial<Content>);
    memory.send('one', labeled('Final'));
    expect(memory.send('one', labeled('Final')).outcome).toBe('replayed');
    expect(memory.send('one', labeled('Semifinal')).outcome).toBe('refused');
    expect(memory.send('one', labeled(undefined)).outcome).toBe('refused');
  });
});

const twice = [{ email: 'guest@example.com' }, { email: 'guest@example.com' }];

/** The same content in another notation: other order of participants, and an erased one. */
const inOtherWords = (given: Content): Content => ({
  ...given,
  participants: [{ erased: true as const }, ...given.participants].reverse(),
});
