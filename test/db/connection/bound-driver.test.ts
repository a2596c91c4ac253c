import { raw } from '@mikro-orm/postgresql';
import { describe, expect, it } from 'vitest';
import { bind } from '../../../src/db/connection/bound-driver.ts';

const platform = { quoteIdentifier: (name: string) => `"${name}"` };
const bound = (query: string, ...values: unknown[]) => bind(platform as never, query, values);

describe('query parameter binding', () => {
  it.each<[string, ReturnType<typeof bind>, ReturnType<typeof bind>]>([
    ['values', bound('select ? + ?', 1, 2), { sql: 'select $1 + $2', values: [1, 2] }],
    [
      'a name',
      bound('select * from ?? where a = ?', 'users', 'x'),
      { sql: 'select * from "users" where a = $1', values: ['x'] },
    ],
    ['a real question mark', bound('select a \\? ?', 'x'), { sql: 'select a ? $1', values: ['x'] }],
    [
      'a list',
      bound('in (?) and ?', ['a', 'b'], 'c'),
      { sql: 'in ($1, $2) and $3', values: ['a', 'b', 'c'] },
    ],
    ['an object', bound('values (?)', { a: 1 }), { sql: 'values ($1)', values: ['{"a":1}'] }],
    ['null', bound('values (?)', null), { sql: 'values ($1)', values: [null] }],
    [
      'a fragment with values of its own',
      bound('a = ? and b = ? and c = ?', 'x', raw('lower(?) || ?', ['y', 'z']), 'w'),
      { sql: 'a = $1 and b = lower($2) || $3 and c = $4', values: ['x', 'y', 'z', 'w'] },
    ],
    ['nothing', bound('select 1'), { sql: 'select 1', values: [] }],
  ])('binds %s', (_what, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});
