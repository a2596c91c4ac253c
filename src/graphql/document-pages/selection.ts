import {
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { appliesTo } from '../schema/selection-of.ts';
import { sizeOf } from './list-ends.ts';

/** A field that a document selects. */
export interface Selected {
  /** Its alias or name, the key in the result. */
  key: string;
  name: string;
  type: GraphQLOutputType;
  selections: SelectionSetNode | undefined;
  /** The number of rows of a list that are shown. */
  size: number | undefined;
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the fields that a document selects from an object, in the order of the document. */
export function selectedFields(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
): Selected[] {
  const fields = selections.flatMap((selection): Selected[] => {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      if (name === '__typename') return [];
      const field = type.getFields()[name]!;
      return [
        {
          key: selection.alias?.value ?? name,
          name,
          type: field.type,
          selections: selection.selectionSet,
          size: sizeOf(selection, field),
        },
      ];
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
    const condition = fragment.typeCondition?.name.value;
    return condition === undefined || appliesTo(schema, condition, type)
      ? selectedFields(schema, fragments, type, fragment.selectionSet)
      : [];
  });
  return [...new Map(fields.map((field) => [field.key, field])).values()];
}

/** Returns the type of an object in a result. Documents select `__typename` wherever it can vary. */
export function typeOfObject(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  value: Record<string, unknown>,
): GraphQLObjectType {
  return (isObjectType(type) ? type : schema.getType(String(value.__typename))) as GraphQLObjectType;
}
