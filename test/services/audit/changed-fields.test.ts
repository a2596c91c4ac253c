import { expect, it } from 'vitest';
import { changedFields } from '../../../src/services/audit/changed-fields.ts';

const row = { name: 'Club', note: null, size: 3, other: 'stays' };

it('records only the given fields that differ, with their old and new values', () => {
  expect(changedFields(row, { name: 'Club', note: 'new', size: 4 })).toEqual({
    before: { note: null, size: 3 },
    after: { note: 'new', size: 4 },
  });
});

it('null clears a field, and omitted or already empty fields change nothing', () => {
  expect(changedFields(row, { name: null })).toEqual({ before: { name: 'Club' }, after: { name: null } });
  expect(changedFields(row, { never: 'x' })).toEqual({ before: { never: null }, after: { never: 'x' } });
  for (const nothing of [{}, { name: undefined }, { note: null }, { never: null }, { size: 3 }])
    expect(changedFields(row, nothing)).toBeUndefined();
});
