import type { ComplexityErrorFn, ComplexityErrorKind, FieldComplexity } from '@pothos/plugin-complexity';
import {
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** Limits on what one operation may request. For limits on repetition in a document see limit-document.ts. */
export const limits = { complexity: 30_000, depth: 12, breadth: 300 };

const text = (number: number) => number.toLocaleString('en');

/** The error for an operation that requests too much: a code, the exceeded limit and by how much, and what to leave out. */
export const operationError: ComplexityErrorFn = (kind, { complexity, depth, breadth }, info) => {
  const errors: Record<`${ComplexityErrorKind}`, () => GraphQLError> = {
    Complexity: () =>
      rejection('OPERATION_TOO_COSTLY', complexity, limits.complexity, costs(complexity, info)),
    Depth: () =>
      rejection(
        'OPERATION_TOO_DEEP',
        depth,
        limits.depth,
        `Too deep: the fields of this operation are nested ${depth} levels deep, and at most ${limits.depth} are allowed. Request the innermost object by its id in a separate operation.`,
      ),
    Breadth: () =>
      rejection(
        'OPERATION_TOO_BROAD',
        breadth,
        limits.breadth,
        `Too broad: this operation has ${breadth} fields, and at most ${limits.breadth} are allowed. Leave some out, or use two operations.`,
      ),
  };
  return errors[kind]();
};

function rejection(code: string, asked: number, limit: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, asked, limit } });
}

function costs(complexity: number, info: GraphQLResolveInfo): string {
  const message = `Too costly: this operation costs ${text(complexity)}, and at most ${text(limits.complexity)} is allowed. A list costs the fields of one row, multiplied by the maximum number of rows.`;
  const root = info.schema.getRootType(info.operation.operation)!;
  const { path, cost } = costliest(info.operation.selectionSet, root, info, complexity / 2);
  if (path.length === 0) return `${message} Use several operations.`;
  return `${message} ${path.join('.')} costs ${text(cost)} of it. Select fewer fields, or fewer rows with "first".`;
}

/** Returns the path of the innermost field with at least this cost. The path is empty if there is no such field. */
function costliest(
  set: SelectionSetNode,
  type: GraphQLNamedType,
  info: GraphQLResolveInfo,
  least: number,
  times = 1,
): { path: string[]; cost: number } {
  for (const [node, parent] of fieldsOf(set, type, info)) {
    const { rows, below, cost } = costOf(node, parent, info);
    if (cost * times < least) continue;
    const name = node.alias?.value ?? node.name.value;
    const inner = below
      ? costliest(node.selectionSet!, below, info, least, times * rows)
      : { path: [], cost: 0 };
    return { path: [name, ...inner.path], cost: inner.path.length > 0 ? inner.cost : cost * times };
  }
  return { path: [], cost: 0 };
}

/** Returns the fields, including those of fragments, with their parent types. limit-document.ts limits their number. */
function fieldsOf(
  set: SelectionSetNode,
  type: GraphQLNamedType,
  info: GraphQLResolveInfo,
): [FieldNode, GraphQLNamedType][] {
  return set.selections.flatMap((selection): [FieldNode, GraphQLNamedType][] => {
    if (selection.kind === Kind.FIELD) return [[selection, type]];
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value]! : selection;
    const on = fragment.typeCondition?.name.value;
    return fieldsOf(fragment.selectionSet, on === undefined ? type : info.schema.getType(on)!, info);
  });
}

/** Calculates the cost in the same way as the plugin. */
function costOf(
  node: FieldNode,
  parent: GraphQLNamedType,
  info: GraphQLResolveInfo,
): { rows: number; below?: GraphQLNamedType; cost: number } {
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  const field = hasFields ? parent.getFields()[node.name.value] : undefined;
  if (!field) return { rows: 1, cost: 1 };
  const given = field.extensions.complexity as FieldComplexity<unknown, object>;
  const counted =
    typeof given === 'function'
      ? given(getArgumentValues(field, node, info.variableValues), undefined, field as never)
      : given;
  const { field: own = 1, multiplier: rows = 1 } = typeof counted === 'number' ? { field: counted } : counted;
  if (!node.selectionSet) return { rows, cost: own };
  const below = getNamedType(field.type);
  const ofRow = fieldsOf(node.selectionSet, below, info).map(([each, of]) => costOf(each, of, info).cost);
  return { rows, below, cost: own + rows * ofRow.reduce((sum, cost) => sum + cost, 0) };
}
