import { describe, expect, it } from 'vitest';
import { limitCourts, sortOut } from '../../src/rules/batch-items.ts';

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
