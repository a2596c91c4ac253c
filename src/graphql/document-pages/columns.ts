import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { invalidInput, shortText } from '../../pages/operators/addresses.ts';
import { readableColumns } from '../export/readable-columns.ts';
import { isNodes, type PlaybookOperation } from '../graphiql/read-playbook.ts';
import { documentToRun } from './document-to-run.ts';
import { type Fragments, selectedFields } from './selection.ts';

/** The type of the rows of a list. */
export function rowOf(schema: GraphQLSchema, list: string): GraphQLObjectType {
  const connection = getNamedType(schema.getQueryType()!.getFields()[list]!.type) as GraphQLObjectType;
  return getNamedType(connection.getFields().nodes!.type) as GraphQLObjectType;
}

/** The only list of a document, if it is read page by page. */
function listIn(
  schema: GraphQLSchema,
  { definition, isMutation }: PlaybookOperation,
): { row: GraphQLObjectType; nodes: FieldNode } | undefined {
  const [list, ...others] = definition.selectionSet.selections;
  if (isMutation || list?.kind !== Kind.FIELD || others.length > 0) return undefined;
  const nodes = list.selectionSet?.selections.find(isNodes) as FieldNode | undefined;
  return nodes && { row: rowOf(schema, list.name.value), nodes };
}

const keysOf = (schema: GraphQLSchema, fragments: Fragments, row: GraphQLObjectType, nodes: FieldNode) =>
  selectedFields(schema, fragments, row, nodes.selectionSet!).map(({ key }) => key);

/** The columns that the list of a page can have. */
export function columnsOf(
  schema: GraphQLSchema,
  operation: PlaybookOperation,
  fragments: Fragments,
): string[] {
  const { row, nodes } = listIn(schema, operation) ?? {};
  if (!row || !nodes) return [];
  const known = readableColumns(schema, row).map(({ name }) => name);
  return [...new Set([...keysOf(schema, fragments, row, nodes), ...known])];
}

/**
 * The columns that an address chooses; undefined: the usual ones.
 *
 * @throws ApiError `invalid_schema`
 */
export function chosenColumns(columns: readonly string[], query: URLSearchParams): string[] | undefined {
  const chosen = query.getAll('columns');
  const unknown = chosen.find((name) => !columns.includes(name));
  if (unknown !== undefined)
    throw invalidInput(`This list has no column “${shortText(unknown)}”. Columns: ${columns.join(', ')}.`);
  return chosen.length === 0 ? undefined : chosen;
}

/** The page, whose document also selects these columns. */
export function withColumns<Page extends PlaybookOperation & { fragments: Fragments; typedDocument: string }>(
  schema: GraphQLSchema,
  page: Page,
  columns: readonly string[],
): Page {
  const { row, nodes } = listIn(schema, page)!;
  const selected = keysOf(schema, page.fragments, row, nodes);
  const missing = readableColumns(schema, row).filter(
    ({ name }) => columns.includes(name) && !selected.includes(name),
  );
  if (missing.length === 0) return page;
  const [added] = parse(`{ ${missing.map(({ selection }) => selection).join(' ')} }`).definitions;
  const { selections } = (added as OperationDefinitionNode).selectionSet;
  const extended = visit(parse(page.document), {
    Field: (node): FieldNode | undefined =>
      isNodes(node)
        ? {
            ...node,
            selectionSet: {
              kind: Kind.SELECTION_SET,
              selections: [...node.selectionSet!.selections, ...selections],
            },
          }
        : undefined,
  });
  const document = print(extended);
  const definition = extended.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return { ...page, document, definition, typedDocument: documentToRun(schema, document) };
}
