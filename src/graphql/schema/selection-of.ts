import type { EntityClass } from '@mikro-orm/core';
import {
  type FieldNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  emptySelection,
  type RelatedSelection,
  type Relation,
  relatedKey,
  type Selection,
} from '../../db/queries/operators/selection.ts';
import { isEntryCursor } from '../../db/queries/operators/timeline.ts';
import { listSize } from '../limits/list-size.ts';

/** The columns and relations that a field needs. By default, a field needs the column that it shows. */
export interface FieldReads {
  columns?: readonly string[];
  relation?: Relation;
  /** Columns of the related rows, if the field does not show the rows. */
  relatedColumns?: readonly string[];
}

/** The fields of a merged entry that lead to its row: `thing` is the former name. */
const mergedRowFields = ['resource', 'thing'];

/** Returns the extensions of a field. */
export function reads(what: FieldReads) {
  return { reads: what };
}

/** The path to rows in a type: field names. */
type Path = readonly string[];

/**
 * Returns what a query selects from the rows at these paths below the current field. Everything is read before any
 * field of the rows is resolved. Not the dataloader plugin of Pothos, which loads each relation at each level separately.
 */
export function selectionOf(
  info: GraphQLResolveInfo,
  paths: readonly Path[] = [[]],
  type = getNamedType(info.returnType) as GraphQLObjectType,
): Selection {
  const selection = emptySelection();
  // For the cursor.
  selection.columns.add('id');
  for (const path of paths) {
    let [at, nodes]: [GraphQLObjectType, readonly FieldNode[]] = [type, info.fieldNodes];
    for (const name of path) {
      nodes = fieldsOf(info, at, nodes)
        .filter(([node]) => node!.name.value === name)
        .flat();
      at = getNamedType(at.getFields()[name]!.type) as GraphQLObjectType;
    }
    select(selection, info, at, nodes);
  }
  return selection;
}

/**
 * Returns the selected fields of an object, including those of fragments. Fields with the same response name are grouped.
 * Not `collectSubFields` of @graphql-tools/utils, which does not know the variables of graphql 17.
 */
function fieldsOf(
  info: GraphQLResolveInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): FieldNode[][] {
  const fields = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (!isIncluded(selection, info)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value]! : selection;
      const condition = fragment.typeCondition?.name.value;
      if (condition === undefined || appliesTo(info.schema, condition, type)) collect(fragment.selectionSet);
    }
  };
  for (const { selectionSet } of nodes) collect(selectionSet);
  return [...fields.values()];
}

function isIncluded(selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  const conditionOf = (directive: typeof GraphQLSkipDirective) =>
    getDirectiveValues(directive, selection, variableValues)?.if;
  return conditionOf(GraphQLSkipDirective) !== true && conditionOf(GraphQLIncludeDirective) !== false;
}

/** Returns whether a fragment on the type `condition` applies to objects of this type. */
export function appliesTo(schema: GraphQLSchema, condition: string, type: GraphQLObjectType): boolean {
  const named = schema.getType(condition);
  if (isObjectType(named)) return named === type;
  return isAbstractType(named) && schema.isSubType(named, type);
}

function select(
  selection: Selection,
  info: GraphQLResolveInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): void {
  for (const ofField of fieldsOf(info, type, nodes)) {
    const field = type.getFields()[ofField[0]!.name.value];
    // `__typename` has no field definition.
    if (field) selectField(selection, info, field, ofField);
  }
}

function selectField(
  { columns, related }: Selection,
  info: GraphQLResolveInfo,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): void {
  const { pothosExposedField, reads = {} } = field.extensions as {
    pothosExposedField?: string;
    reads?: FieldReads;
  };
  if (pothosExposedField) columns.add(pothosExposedField);
  for (const column of reads.columns ?? []) columns.add(column);
  const { relation, relatedColumns = [] } = reads;
  if (!relation) return;

  const isSized = field.args.some(({ name }) => name === 'first');
  const size = isSized ? sizeAsked(info, field, nodes[0]!) : undefined;
  // The resolver of the field reports the error.
  if (isSized && size === undefined) return;
  const before = relation.kind === 'merged' ? argumentsOf(info, field, nodes[0]!).after : undefined;
  if (before != null && !isEntryCursor(before)) return;
  const key = relatedKey(field.name, size, before ?? undefined);
  let selected = related.get(key);
  if (!selected) {
    selected = { relation, size, before: before ?? undefined, selections: new Map() };
    related.set(key, selected);
  }
  const shown = getNamedType(field.type);
  if (relation.kind === 'merged') {
    const ofRows = fieldsOf(info, shown as GraphQLObjectType, nodes);
    nodes = ofRows.filter(([node]) => mergedRowFields.includes(node!.name.value)).flat();
  }
  for (const entity of entitiesOf(relation)) {
    const ofEntity = selectionOfEntity(selected, entity);
    for (const column of relatedColumns) ofEntity.columns.add(column);
    const isOne = isObjectType(shown) && relation.kind !== 'merged';
    const type = isOne ? shown : info.schema.getType(entity.name);
    if (isObjectType(type)) select(ofEntity, info, type, nodes);
  }
}

function sizeAsked(
  info: GraphQLResolveInfo,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): number | undefined {
  try {
    return listSize(argumentsOf(info, field, node).first);
  } catch {
    return undefined;
  }
}

function argumentsOf(
  { variableValues }: GraphQLResolveInfo,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): { first?: number | null; after?: string | null } {
  return getArgumentValues(field, node, variableValues);
}

function entitiesOf(relation: Relation): EntityClass<unknown>[] {
  if (relation.kind === 'merged') return relation.parts.map(({ entity }) => entity);
  return relation.kind === 'oneOf' ? relation.ones.map(({ entity }) => entity) : [relation.entity];
}

function selectionOfEntity({ selections }: RelatedSelection, entity: EntityClass<unknown>): Selection {
  let selection = selections.get(entity);
  if (!selection) {
    selection = emptySelection();
    selections.set(entity, selection);
  }
  return selection;
}
