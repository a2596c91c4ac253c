import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../src/api-error.ts';
import { validate } from '../../../src/services/values/validate.ts';

const Form = z.strictObject({
  choice: z.enum(['A', 'B']).optional(),
  only: z.literal('C').optional(),
  text: z.string().min(2).max(3).optional(),
  list: z.array(z.int()).min(1).max(2).optional(),
  count: z.int().min(1).max(5).optional(),
  own: z.string().max(3, 'Own words.').optional(),
});

function issuesOf(value: unknown, part?: 'field' | 'parameter') {
  try {
    validate(Form, value, part);
  } catch (error) {
    if (error instanceof ApiError) return error.issues?.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe('validation messages', () => {
  it.each<[string, object, string]>([
    ['a choice', { choice: 'X' }, 'Must be one of "A", "B".'],
    ['a single value', { only: 'X' }, 'Must be "C".'],
    ['a text too long', { text: 'four' }, 'Must have at most 3 characters.'],
    ['a text too short', { text: 'x' }, 'Must have at least 2 characters.'],
    ['a list too long', { list: [1, 2, 3] }, 'Must have at most 2 items.'],
    ['a list too short', { list: [] }, 'Must have at least 1 item.'],
    ['a number too great', { count: 6 }, 'Must be at most 5.'],
    ['a number too small', { count: 0 }, 'Must be at least 1.'],
    ['words of the schema', { own: 'four' }, 'Own words.'],
  ])('describe the valid value for %s', (_what, value, message) => {
    expect(issuesOf(value)).toEqual([message]);
  });

  it('an unknown key is called a field in a body and a parameter in a query', () => {
    expect(issuesOf({ colour: 1 })).toEqual([
      'Unknown field. Check the spelling: a field that is not documented is rejected, not ignored.',
    ]);
    expect(issuesOf({ colour: 1 }, 'parameter')).toEqual([
      'Unknown parameter. Check the spelling: a parameter that is not documented is rejected, not ignored.',
    ]);
  });
});
