import type { Syntax } from './literal.ts';

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
const words = { true: 'true', false: 'false', null: 'null' };
const inSingleQuotes = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

export const typescript: Syntax = {
  string: inSingleQuotes,
  variable: camelCase,
  object: ['{ ', ' }'],
  array: ['[', ']'],
  pair: (key, value) =>
    key === value ? key : `${/^[a-z]\w*$/i.test(key) ? key : inSingleQuotes(key)}: ${value}`,
  words,
  indent: '  ',
  lastComma: ',',
};

export const python: Syntax = {
  string: (text) => JSON.stringify(text),
  variable: (name) => name.toLowerCase(),
  object: ['{', '}'],
  array: ['[', ']'],
  pair: (key, value) => `${JSON.stringify(key)}: ${value}`,
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  lastComma: ',',
};

export const php: Syntax = {
  string: inSingleQuotes,
  variable: (name) => `$${camelCase(name)}`,
  object: ['[', ']'],
  array: ['[', ']'],
  pair: (key, value) => `${inSingleQuotes(key)} => ${value}`,
  emptyObject: 'new stdClass()',
  words,
  indent: '    ',
  lastComma: ',',
};

/** Anonymous types. JsonSerializer keeps their member names. */
export const csharp: Syntax = {
  string: (text) => JSON.stringify(text),
  variable: camelCase,
  object: ['new { ', ' }'],
  // Entries can have different fields.
  array: ['new object[] { ', ' }'],
  pair: (key, value) => (key === value ? key : `${key} = ${value}`),
  words: { ...words, null: '(object)null' },
  indent: '    ',
  lastComma: '',
};
