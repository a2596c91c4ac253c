import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { invalidInput } from '../../pages/operators/addresses.ts';
import { exportFormats, separatorIn, sheetFormat } from '../export/export-format.ts';
import { type SheetColumn, sheetColumns } from '../export/readable-columns.ts';
import type { DocumentPage } from './catalog.ts';
import type { ResultPart } from './document-view.ts';
import type { PageAnswer } from './page-request.ts';
import type { Values } from './record-names.ts';
import { selectedFields, typeOfObject } from './selection.ts';

/** The file that an address asks for. With a separator, the CSV is for spreadsheets. */
interface Download {
  format: 'csv' | 'json';
  separator: string | undefined;
}

/** @throws ApiError `invalid_schema` */
export function downloadIn(query: URLSearchParams): Download | undefined {
  const format = query.get('download') ?? undefined;
  const separator = separatorIn(query);
  if (format === undefined && separator === undefined) return undefined;
  if (format === 'csv' || (format === 'json' && separator === undefined)) return { format, separator };
  throw invalidInput('download is neither csv nor json. Use one of them, and csv with a separator.');
}

/**
 * The lists of a result as a file.
 *
 * @throws ApiError `invalid_schema`: it has none.
 */
export function downloadOf(
  schema: GraphQLSchema,
  page: DocumentPage,
  parts: ResultPart[],
  { format, separator }: Download,
): PageAnswer {
  const lists = parts.flatMap(({ value }) => (Array.isArray(value) ? [value] : []));
  if (lists.length === 0) throw invalidInput('This page has nothing to download. Remove download.');
  const rows = lists.flat().map((row) => flat(row));
  const name = page.path.slice(page.path.lastIndexOf('/') + 1);
  const file = (type: string, body: string): PageAnswer => ({
    status: 200,
    body,
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}.${format}"` },
  });
  if (format === 'json') return file('application/json; charset=utf-8', JSON.stringify(rows, null, 2));
  const csv =
    separator === undefined ? exportFormats.csv! : sheetFormat(separator, columnsOf(schema, page, parts));
  const written = separator === undefined ? rows : lists.flat();
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => [column]);
  return file(csv.contentType, csv.head(columns) + written.map((row) => csv.row(row, columns)).join(''));
}

/** The columns of all rows, which can be of different types. */
function columnsOf(schema: GraphQLSchema, { fragments }: DocumentPage, parts: ResultPart[]): SheetColumn[] {
  const found = parts.flatMap(({ field, value }) => {
    const named = getNamedType(field.type);
    const rows = [value ?? []].flat();
    const types = new Set(rows.map((row) => typeOfObject(schema, named, row)));
    if (isObjectType(named)) types.add(named);
    return [...types].flatMap((type) => selectedFields(schema, fragments, type, field.selections!));
  });
  const types = new Map(found.map(({ key, type }) => [key, type]));
  return [...types].flatMap(([key, type]) => sheetColumns(key, type, [...types.keys()]));
}

/** Turns `{ externalService: { name } }` into `{ 'externalService.name': … }`. */
function flat(value: Values, prefix = ''): Values {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const name = `${prefix}${key}`;
      if (key === '__typename') return [];
      const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
      return isObject ? Object.entries(flat(inner as Values, `${name}.`)) : [[name, inner]];
    }),
  );
}
