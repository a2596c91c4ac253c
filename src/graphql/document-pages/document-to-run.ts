import {
  type FieldNode,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { sizeOf, withOneMore } from './list-ends.ts';

/** The fragments of a document by name. */
export const fragmentsIn = (document: string) =>
  new Map(
    parse(document)
      .definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );

/** The document with `__typename` wherever the type of an object can vary, and with one more row of each list than is shown. */
export function documentToRun(schema: GraphQLSchema, document: string): string {
  const types = new TypeInfo(schema);
  const name = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return print(
    visit(
      parse(document),
      visitWithTypeInfo(types, {
        SelectionSet: (node): SelectionSetNode | undefined =>
          isAbstractType(types.getParentType())
            ? { ...node, selections: [name, ...node.selections] }
            : undefined,
        Field: {
          leave: (node): FieldNode | undefined => {
            const field = types.getFieldDef();
            const size = field ? sizeOf(node, field) : undefined;
            return size === undefined ? undefined : withOneMore(node, size);
          },
        },
      }),
    ),
  );
}
