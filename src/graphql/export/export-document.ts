import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { zoned } from '../document-pages/record-names.ts';
import { readableColumns, type SheetColumn, sheetColumns } from './readable-columns.ts';

/** The path of a column in a row: nested field names. */
export type ColumnPath = readonly string[];

/** How to read a list page by page. */
export interface ExportDocument {
  /** Takes `first`, `after` and the arguments of the list. Returns the page as `page`. */
  document: DocumentNode;
  columns: readonly ColumnPath[];
  /** The columns of a file for spreadsheets. */
  sheet: readonly SheetColumn[];
  /** The arguments of the list, without those for paging. */
  args: GraphQLField<unknown, unknown>['args'];
}

const paging = ['first', 'last', 'after', 'before'];

/** The names of all lists (connections) in the schema. */
export function exportableLists(schema: GraphQLSchema): string[] {
  return Object.values(schema.getQueryType()!.getFields())
    .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    .map(({ name }) => name);
}

/**
 * Builds the query of a list from the schema, so that an export has the same filters, names and rows as the list. A row
 * contains its own values, id and name of related rows, and short lists completely.
 *
 * @param chosen the columns of a file for spreadsheets, in their order
 */
export function exportDocument(
  schema: GraphQLSchema,
  list: string,
  chosen?: readonly string[],
): ExportDocument {
  const field = schema.getQueryType()!.getFields()[list]!;
  const connection = getNamedType(field.type) as GraphQLObjectType;
  const row = getNamedType(connection.getFields().nodes!.type) as GraphQLObjectType;
  const { id, ...others } = row.getFields();
  const parts = chosen ? partsOfSheet(schema, row, chosen) : [id!, ...Object.values(others)].flatMap(partOf);
  const args = field.args.filter(({ name }) => !paging.includes(name));
  const variables = args.map(({ name, type }) => `$${name}: ${type}, `).join('');
  const given = args.map(({ name }) => `${name}: $${name}, `).join('');
  return {
    document: parse(
      `query Export(${variables}$first: Int!, $after: String) {
         page: ${list}(${given}first: $first, after: $after) {
           nodes { ${parts.map(({ selection }) => selection).join(' ')} }
           pageInfo { hasNextPage endCursor }
         }
       }`,
      { noLocation: true },
    ),
    columns: parts.flatMap(({ columns }) => columns),
    sheet: (chosen ?? []).flatMap((name) =>
      sheetColumns(name, row.getFields()[name]!.type, Object.keys(row.getFields())),
    ),
    args,
  };
}

interface Part {
  selection: string;
  columns: ColumnPath[];
}

/** The chosen columns, and what has the time zone of the club, in which times are written. */
function partsOfSheet(schema: GraphQLSchema, row: GraphQLObjectType, chosen: readonly string[]): Part[] {
  return readableColumns(schema, row)
    .filter(({ name }) => name === 'id' || chosen.includes(name) || zoned.includes(name))
    .map(({ selection }) => ({ selection, columns: [] }));
}

function partOf({ name, type, args }: GraphQLField<unknown, unknown>): Part[] {
  const named = getNamedType(type);
  // A field with arguments is a list of its own, which may be long.
  if (args.length > 0) return [];
  if (isLeafType(named)) return [{ selection: name, columns: [[name]] }];
  const isList = isListType(getNullableType(type));
  if (isAbstractType(named)) {
    const columns = ['__typename', 'id'].map((inner) => [name, inner]);
    return isList ? [] : [{ selection: `${name} { __typename ... on Node { id } }`, columns }];
  }
  if (!isObjectType(named)) return [];
  const shown = shownOf(named);
  const columns = isList ? [[name]] : shown.map((inner) => [name, inner]);
  return [{ selection: `${name} { ${isList ? wholeOf(named) : shown.join(' ')} }`, columns }];
}

/** The identifying fields of a related row. One that is in no list of its own has all its values. */
function shownOf(type: GraphQLObjectType): string[] {
  const fields = type.getFields();
  if (!type.getInterfaces().some(({ name }) => name === 'Node')) return leavesOf(type);
  return ['id', 'name'].filter((name) => name in fields);
}

/** All values of an object that belongs to one row, and the ids of the rows that it refers to. */
function wholeOf(type: GraphQLObjectType): string {
  if (type.getFields().id) return shownOf(type).join(' ');
  const related = Object.values(type.getFields()).flatMap(({ name, type, args }) => {
    const named = getNamedType(type);
    return args.length === 0 && isObjectType(named) && named.getFields().id ? [`${name} { id }`] : [];
  });
  return [...leavesOf(type), ...related].join(' ');
}

function leavesOf(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter(({ type, args }) => args.length === 0 && isLeafType(getNamedType(type)))
    .map(({ name }) => name);
}
