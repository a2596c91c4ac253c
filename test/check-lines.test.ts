import { expect, it } from 'vitest';
import { compareLines } from '../scripts/check-lines.ts';

it.each([
  ['passes at the limit, which includes its raises', 1_000, []],
  ['passes 200 lines below the limit', 800, []],
  ['fails above the limit', 1_001, ['src is too long. Remove 1 lines, or add a raise.']],
  ['fails if the limit is too high', 799, ['The limit of src is too high. Lower it to 799.']],
])('the number of hand-written lines %s', (_what, count, faults) => {
  const src = { lines: 900, raises: [{ by: 100, reason: 'a reason', replaces: 'nothing' }] };
  expect(compareLines({ src }, () => count)).toEqual({
    lines: [`src: ${count} lines of at most 1000`],
    faults,
  });
});
