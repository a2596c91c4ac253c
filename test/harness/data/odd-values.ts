import { type GraphQLInputType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';

/** Texts that are invalid for a scalar, whatever the field. */
export const malformedTexts: Record<string, string[]> = {
  ID: ['x', "' or 1 = 1", '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1cfg'],
  Int: ['x', '1.5', '1e3', '99999999999', '2147483648', '-99999999999999'],
  Boolean: ['maybe', '1'],
  DateTime: [
    'yesterday',
    'xZ',
    '2026-02-30T10:00',
    '2026-02-28T10:00:61',
    '2026-13-01T00:00:00Z',
    '9999-12-31T23:59',
    '0000-01-01T00:00',
  ],
  Date: ['x', '2026-02-30', '2026-1-1', '99999-01-01', '2026'],
};

/** Texts that are odd for any field. */
export const oddTexts = [
  ...new Set(Object.values(malformedTexts).flat()),
  '',
  ' ',
  '-1',
  '0',
  'null',
  'true',
  '\0',
  'a\0b',
  '\u202e',
  '😀',
  '%',
  "%' --",
  'a\\',
  '([*',
  '{"a":1}',
  'x'.repeat(300),
  'é'.repeat(2_000),
  '__proto__',
  'constructor',
  'WzFd',
  Buffer.from('["NAME","ASC","x"]').toString('base64url'),
  '2026-12-01T10:00:00Z',
  '2026-12-01T10:00',
  'Club riverside',
  'Court',
  'ada@example.com',
];

/** An input of a form: its name, and the name of its scalar or `enum`. */
export interface Input {
  name: string;
  scalar: string;
}

/** The inputs of a form for a variable. Of a list of objects, those of the first one. */
export function inputsOf(given: GraphQLInputType, name: string): Input[] {
  const type = getNullableType(given);
  if (isListType(type)) {
    const element = getNullableType(type.ofType as GraphQLInputType);
    return inputsOf(element, isInputObjectType(element) ? `${name}.0` : name);
  }
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) => inputsOf(field.type, `${name}.${field.name}`));
  return [{ name, scalar: isEnumType(type) ? 'enum' : type.toString() }];
}
