import { describe, expect, it } from 'vitest';
import { checkSize, listCost, listSize } from '../../../src/graphql/limits/list-size.ts';

describe('a list', () => {
  it('has as many rows as are asked for, up to 100; unless asked, 20', () => {
    expect([0, 1, 100, null, undefined].map(listSize)).toEqual([0, 1, 100, 20, 20]);
  });

  it.each([-1, 101])('of %i rows is refused, and says what has how many', (size) => {
    const refusal = (message: string) =>
      expect.objectContaining({ message, extensions: { code: 'BAD_USER_INPUT' } });
    expect(() => listSize(size)).toThrow(refusal(`A list has 0 to 100 rows, not ${size}.`));
    expect(() => checkSize(size, 'A page')).toThrow(refusal(`A page has 0 to 100 rows, not ${size}.`));
  });

  it('costs as much as it may have rows, from either end; an empty one as much as one', () => {
    const costs = [
      { first: 7 },
      { last: 9 },
      { first: 7, last: 9 },
      {},
      { first: null, last: null },
      { first: 0 },
    ];
    expect(costs.map(listCost)).toEqual([7, 9, 7, 20, 20, 1].map((multiplier) => ({ field: 1, multiplier })));
  });
});
