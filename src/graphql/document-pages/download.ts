import { invalidInput } from '../../pages/operators/addresses.ts';
import { exportFormats } from '../export/export-format.ts';
import type { DocumentPage } from './catalog.ts';
import type { ResultPart } from './document-view.ts';
import type { PageAnswer } from './page-request.ts';
import type { Values } from './result.ts';

/**
 * Returns the format of the file that an address asks for.
 *
 * @throws ApiError `invalid_schema`
 */
export function downloadFormat(query: URLSearchParams): 'csv' | 'json' | undefined {
  const format = query.get('download') ?? undefined;
  if (format === undefined || format === 'csv' || format === 'json') return format;
  throw invalidInput('download is neither csv nor json. Use one of them.');
}

/**
 * The lists of a result as a file.
 *
 * @throws ApiError `invalid_schema`: it has none.
 */
export function downloadOf(page: DocumentPage, parts: ResultPart[], format: 'csv' | 'json'): PageAnswer {
  const lists = parts.flatMap(({ value }) => (Array.isArray(value) ? [value] : []));
  if (lists.length === 0) throw invalidInput('This page has nothing to download. Remove download.');
  const rows = lists.flat().map((row) => flat(row));
  const name = page.path.slice(page.path.lastIndexOf('/') + 1);
  const disposition = (ending: string) => `attachment; filename="${name}.${ending}"`;
  if (format !== 'csv')
    return {
      status: 200,
      body: JSON.stringify(rows, null, 2),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': disposition('json'),
      },
    };
  const csv = exportFormats.csv!;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => [column]);
  return {
    status: 200,
    body: csv.head(columns) + rows.map((row) => csv.row(row, columns)).join(''),
    headers: { 'Content-Type': csv.contentType, 'Content-Disposition': disposition('csv') },
  };
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
