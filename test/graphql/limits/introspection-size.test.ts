import { buildSchema, type GraphQLEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { introspectionAt, listLengths } from '../../../src/graphql/limits/introspection-size.ts';

const schema = buildSchema(`
  interface Node { id: ID }
  type A implements Node { id: ID b(x: Int, y: Int, z: Int): Int }
  type B implements Node { id: ID }
  union Both = A | B
  input In { x: Int y: Int z: Int v: Int }
  enum E { P Q R S T }
  directive @only(a: Int) on FIELD | QUERY
  type Query { a: A b: B both: Both e: E x(in: In): Int node: Node }
`);
const listed = () => listLengths(schema);
const types = Object.keys(schema.getTypeMap()).length;
const at = (...path: string[]) =>
  path.reduce<ReturnType<typeof introspectionAt>>(
    (above, name) => introspectionAt(above, name, listed()),
    undefined,
  );

describe('length of the introspection lists', () => {
  it('is counted as the longest list and the average per type, field or directive', () => {
    const { fields, inputFields, enumValues, possibleTypes, interfaces, locations, args } =
      Object.fromEntries(listed());
    expect(inputFields).toEqual({ average: 4 / types, longest: 4 });
    const ownValues = ['E', '__TypeKind', '__DirectiveLocation'].map((name) => {
      const type = schema.getType(name) as GraphQLEnumType;
      return type.getValues().length;
    });
    expect(enumValues).toEqual({
      average: ownValues.reduce((sum, values) => sum + values) / types,
      longest: Math.max(...ownValues),
    });
    expect(possibleTypes).toEqual({ average: 4 / types, longest: 2 });
    expect(interfaces).toEqual({ average: 2 / types, longest: 1 });
    expect(args!.longest).toBe(3);
    expect(args!.average).toBeLessThan(1);
    expect(args!.average).toBeGreaterThan(0);
    const locationsOf = schema.getDirectives().map(({ locations }) => locations.length);
    expect(locations!.longest).toBe(Math.max(...locationsOf));
    expect(fields!.longest).toBeGreaterThanOrEqual(6);
    expect(listed().get('types')).toEqual({ average: types, longest: types });
    const directives = schema.getDirectives().length;
    expect(listed().get('directives')).toEqual({ average: directives, longest: directives });
  });
});

describe('number of introspection entries in a field', () => {
  const { fields, args, enumValues } = Object.fromEntries(listed());

  it('is undefined outside of introspection', () => {
    expect(at('courts')).toBeUndefined();
    expect(at('fields')).toBeUndefined();
  });

  it('is the number of types times their average, if each list is read once', () => {
    expect(at('__schema')).toEqual({ entries: 1, lists: ['__schema'] });
    expect(at('__schema', 'types', 'name')!.entries).toBe(types);
    expect(at('__schema', 'types', 'fields', 'type')).toEqual({
      entries: types * Math.max(1, fields!.average),
      lists: ['__schema', 'types', 'fields'],
    });
    expect(at('__schema', 'types', 'enumValues')!.entries).toBe(types * Math.max(1, enumValues!.average));
    expect(args!.average).toBeLessThan(1);
    expect(at('__schema', 'types', 'args')!.entries).toBe(types);
  });

  it('uses the longest list for a single type and for a list that is read again', () => {
    expect(at('__type', 'fields')!.entries).toBe(fields!.longest);
    expect(at('__schema', 'types', 'fields', 'fields')!.entries).toBe(
      types * Math.max(1, fields!.average) * fields!.longest,
    );
  });
});
