import { describe, expect, it } from 'vitest';
import { checkSize, listCost, listSize } from '../../../src/graphql/limits/list-size.ts';

describe('list size', () => {
  it('is the requested size up to 100, and 20 by default', () => {
    expect([0, 1, 100, null, undefined].map(listSize)).toEqual([0, 1, 100, 20, 20]);
  });

  it.each([-1, 101])('rejects %i rows and names the list', (size) => {
    const refusal = (message: string) =>
      expect.objectContaining({ message, extensions: { code: 'BAD_USER_INPUT' } });
    expect(() => listSize(size)).toThrow(refusal(`A list has 0 to 100 rows, not ${size}.`));
    expect(() => checkSize(size, 'A page')).toThrow(refusal(`A page has 0 to 100 rows, not ${size}.`));
  });

  it('costs the number of rows that the list may have, and at least one', () => {
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
