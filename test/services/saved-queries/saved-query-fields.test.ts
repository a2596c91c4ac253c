import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  savedDocument,
  savedName,
  savedVariables,
} from '../../../src/services/saved-queries/saved-query-fields.ts';

const faultsOf = (schema: z.ZodType, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
const ofAddress =
  'Must not have an e-mail address: it would stay when the person is erased. Leave it out, and fill it in when you run the query.';

describe('fields of a saved query', () => {
  it.each([
    ['as it is', 'ada@example.com'],
    ['in capitals', 'ADA@EXAMPLE.COM'],
    ['at a name of many labels', 'ada@mail.a-b.example.com'],
    ['where a label begins with a digit', 'ada@mail.1st.example.com'],
    ['with one letter on each side', 'a@b.c'],
    ['the @ by its number', 'ada\\u0040example.com'],
    ['a dot by its number, of capital digits', 'ada@example\\u002Ecom'],
    ['letters by their numbers', '\\u0061@\\u0062.\\u0063'],
    ['the @ by its number in braces', 'ada\\u{40}example.com'],
    ['the @ by its number in braces, with zeros', 'ada\\u{0000040}example.com'],
    ['a dot by its number in braces, of capital digits', 'ada@example\\u{2E}com'],
    ['after a character beyond 65535', '\\u{1F600}@example.com'],
  ])('reject an e-mail address %s', (_what, address) => {
    expect(faultsOf(savedName(), address)).toEqual([ofAddress]);
    expect(faultsOf(savedDocument(), `{ a(b: "${address}") }`)).toEqual([ofAddress]);
    expect(faultsOf(savedVariables(), `{ "a": "${address}" }`)).toContain(ofAddress);
  });

  it.each([
    'query ($a: Boolean!) { me @include(if: $a) { id } }',
    '{ me@include(if:true){ id ...F } }',
    '"@example.com"',
    'ada @example.com',
    'ada@example',
    'ada@example.1',
    'ada@.com',
    // Invalid escapes, among them braces without digits and a code point above the Unicode range.
    'ada\\u{}example.com',
    'ada\\u{g}example.com',
    'ada\\u{110000}example.com',
    'ada\\u004example.com',
    'ada\\x0040example.com',
  ])('accept text that is not an address: %s', (text) => {
    expect(faultsOf(savedDocument(), text)).toEqual([]);
  });

  it.each(['{}', '{ "a": [1, null] }', ' {"a":{}} '])(
    'accept variables that are a JSON object: %s',
    (text) => {
      expect(savedVariables().parse(text)).toBe(text);
    },
  );

  it.each(['[]', 'null', '12', '"ab"', 'true', '{ a: 1 }', '{} {}'])(
    'reject variables that are not a JSON object: %s',
    (text) => {
      expect(faultsOf(savedVariables(), text)).toEqual(['Must be a JSON object.']);
    },
  );

  it('limit documents to 1 to 20,000 characters and variables to 2 to 20,000', () => {
    expect(faultsOf(savedDocument(), 'x'.repeat(20_000))).toEqual([]);
    expect(faultsOf(savedDocument(), 'x'.repeat(20_001))).toEqual(['Must have at most 20000 characters.']);
    expect(faultsOf(savedDocument(), '')).toEqual(['Must have at least 1 character.']);
    expect(faultsOf(savedVariables(), `{}${' '.repeat(19_998)}`)).toEqual([]);
    expect(faultsOf(savedVariables(), `{}${' '.repeat(19_999)}`)).toEqual([
      'Must have at most 20000 characters.',
    ]);
    expect(faultsOf(savedVariables(), '1')).toContain('Must have at least 2 characters.');
  });
});
