import { describe, expect, it } from 'vitest';
import { decodeParameters } from '../../../src/rules/requests/decode-parameters.ts';
import { readQuery } from '../../../src/rules/requests/read-query.ts';

const plus = 'Has an unencoded "+", which can mean a space. Encode a plus as %2B, and a space as %20.';
const percent = 'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).';

describe('query', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['&a=1&&b=2&', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=a', { '': 'a' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=b%20c%2B', { a: 'b c+' }],
    ['a=2026-11-20T12:00:00+01:00', { a: '2026-11-20T12:00:00 01:00' }],
    ['a=2026-11-20T12%3A00%3A00+01%3a00', { a: '2026-11-20T12:00:00 01:00' }],
    ['a+%62=%26%3D%25', { 'a b': '&=%' }],
    ['a=%25zz', { a: '%zz' }],
    ['a=?b', { a: '?b' }],
    ['__proto__=1', Object.fromEntries([['__proto__', '1']])],
  ])('%j is read like a form and decoded once', (raw, parameters) => {
    const decoded = readQuery(raw) as { parameters: object };
    expect(decoded.parameters).toEqual(parameters);
    expect(Object.keys(decoded.parameters)).toEqual(Object.keys(parameters));
  });

  it.each([
    ['a=1&a=1', ['a'], 'duplicate_parameter', 'Was sent more than once. Send it once.'],
    ['a=1&%61=2', ['a'], 'duplicate_parameter', 'Was sent more than once. Send it once.'],
    ['a&a', ['a'], 'duplicate_parameter', 'Was sent more than once. Send it once.'],
    ['a=b+c', ['a'], 'ambiguous_plus', plus],
    ['a=+', ['a'], 'ambiguous_plus', plus],
    ['a=ada+tag@example.com', ['a'], 'ambiguous_plus', plus],
    ['a=a%20b+10:00', ['a'], 'ambiguous_plus', plus],
    ['a=2026+11-20T12:00:00+01:00', ['a'], 'ambiguous_plus', plus],
    ['a=%zz', ['a'], 'invalid_percent_encoding', percent],
    ['a=%ff', ['a'], 'invalid_percent_encoding', percent],
    ['b=1&a=%e', ['a'], 'invalid_percent_encoding', percent],
    ['%zz=1', [], 'invalid_percent_encoding', percent],
    ['%zz', [], 'invalid_percent_encoding', percent],
  ])('%j is rejected with the location and the reason', (raw, path, code, message) => {
    expect(readQuery(raw)).toEqual({ issues: [{ path, code, message }] });
  });
});

describe('path parameters', () => {
  it('decodes path parameters once, and keeps a plus', () => {
    const parameters = { a: '+ %', b: '', c: '%2e' };
    expect(decodeParameters({ a: '+%20%25', b: '', c: '%252e' })).toEqual({ parameters });
  });

  it('names each path parameter that is not decodable', () => {
    const issue = (name: string) => ({ path: [name], code: 'invalid_percent_encoding', message: percent });
    expect(decodeParameters({ a: '%zz', b: 'x', c: '%ff' })).toEqual({ issues: [issue('a'), issue('c')] });
  });
});
