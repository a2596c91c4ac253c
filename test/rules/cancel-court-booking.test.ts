import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './holds.ts';
import { isDone, Memory, readIn } from './memory.ts';
import { cancellationOf, choices, content, hour, number, requests, upsertOf, version } from './requests.ts';

describe('cancellation of a court booking', () => {
  it('wins a tie, and loses against a newer upsert, in any order of arrival', () => {
    holds(fc.array(number, { minLength: 1, maxLength: 6 }), 2_000, (numbers) => {
      const sent = numbers.map((from) => {
        const choose = choices(from);
        return { isCancellation: choose(true, false), n: choose(0, 1, 2) };
      });
      const memory = new Memory();
      for (const { isCancellation, n } of sent) {
        const [externalUpdatedAt, startDate, endDate] = [version(n), hour(10 + n), hour(11 + n)];
        memory.send(
          'one',
          isCancellation
            ? cancellationOf('a', externalUpdatedAt)
            : upsertOf('a', { externalUpdatedAt, startDate, endDate }),
        );
      }
      const newest = Math.max(...sent.map(({ n }) => n));
      const isCancelled = sent.some(({ n, isCancellation }) => n === newest && isCancellation);
      const stored = readIn(memory, 'one', 'a');
      equal(stored.version, version(newest));
      equal(
        'startDate' in stored ? stored.startDate : undefined,
        isCancelled ? undefined : hour(10 + newest),
      );
    });
  });

  it('is only rejected as stale, and makes its place free for others', () => {
    holds(fc.tuple(requests, number), 1_500, ([all, from]) => {
      const memory = new Memory();
      for (const { service, item } of all) memory.send(service, item);
      const choose = choices(from);
      const [id, n] = [choose('a', 'b', 'c'), choose(0, 1, 2, 3)];
      const before = memory.bookings.get(`one/${id}`);
      const storedVersion = readIn(memory, 'one', id).version ?? '';
      const result = memory.send('one', cancellationOf(id, version(n)));
      equal(isDone(result), version(n) >= storedVersion);
      if (!isDone(result) || !before) return;
      const { courtId, startDate, endDate } = before.content;
      const place = content({ courtId, startDate, endDate });
      const taken = memory.knownTo('two').occupants(place);
      // If it was cancelled before, others may be there.
      ok(!taken.map((one) => one.id).includes(before.id));
    });
  });

  it('keeps the time of the first cancellation', () => {
    const memory = new Memory();
    memory.send('one', upsertOf('a'));
    const times = [0, 1, 1].map((n) => {
      memory.send('one', cancellationOf('a', version(n)));
      memory.send('one', cancellationOf('never', version(n)));
      const { cancelledAt } = memory.bookings.get('one/a')!;
      return [cancelledAt, memory.tombstones.get('one/never')!.cancelledAt];
    });
    expect(times).toEqual([times[0], times[0], times[0]]);
  });
});
