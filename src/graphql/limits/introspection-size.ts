import { type GraphQLSchema, isAbstractType, isEnumType, isInputObjectType, isObjectType } from 'graphql';

/** Lengths of the introspection lists by field: the average over all types, and the longest. */
export type ListLengths = Map<string, { average: number; longest: number }>;

export function listLengths(schema: GraphQLSchema): ListLengths {
  const types = Object.values(schema.getTypeMap());
  const fields = types.map((type) => ('getFields' in type ? Object.values(type.getFields()) : []));
  const directives = schema.getDirectives();
  const allFields = fields.flat();
  const lengths: [string, number[]][] = [
    ['fields', fields.map(({ length }) => length)],
    [
      'inputFields',
      types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    ],
    ['args', allFields.map((field) => ('args' in field ? field.args.length : 0))],
    ['enumValues', types.map((type) => (isEnumType(type) ? type.getValues().length : 0))],
    ['possibleTypes', types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0))],
    ['interfaces', types.map((type) => (isObjectType(type) ? type.getInterfaces().length : 0))],
    ['locations', directives.map(({ locations }) => locations.length)],
  ];
  const listed: ListLengths = new Map(
    lengths.map(([name, all]) => [
      name,
      { average: all.reduce((sum, length) => sum + length, 0) / all.length, longest: Math.max(...all) },
    ]),
  );
  listed.set('types', { average: types.length, longest: types.length });
  listed.set('directives', { average: directives.length, longest: directives.length });
  return listed;
}

/** The state while walking down an introspection query: the number of entries at this place, and the lists on the way. */
export interface Introspection {
  entries: number;
  lists: readonly string[];
}

/**
 * Returns how a field belongs to introspection, if it does.
 *
 * The average length is correct as long as each type is visited once. After that, a query can visit selected types
 * again and again.
 */
export function introspectionAt(
  above: Introspection | undefined,
  name: string,
  listed: ListLengths,
): Introspection | undefined {
  if (!above) {
    return name === '__schema' || name === '__type' ? { entries: 1, lists: [name] } : undefined;
  }
  const list = listed.get(name);
  if (!list) return above;
  const isFirst = above.lists[0] === '__schema' && !above.lists.includes(name);
  return {
    entries: above.entries * Math.max(1, isFirst ? list.average : list.longest),
    lists: [...above.lists, name],
  };
}
