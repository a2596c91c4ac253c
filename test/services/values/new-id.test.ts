import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { newId } from '../../../src/services/values/new-id.ts';

it('creates unique UUIDs of version 7 in ascending order, even within a millisecond', () => {
  const from = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  const until = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) {
    expect(validate(id) && version(id) === 7, id).toBe(true);
    const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(at).toBeGreaterThanOrEqual(from);
    expect(at).toBeLessThanOrEqual(until);
  }
  expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length);
});
