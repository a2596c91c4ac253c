import { exportFormats } from '../export/export-format.ts';
import type { DocumentPage } from './catalog.ts';
import type { ResultPart } from './document-view.ts';
import type { PageAnswer } from './page-request.ts';
import type { Values } from './result.ts';

/** The lists of a result as a file, CSV or JSON. */
export function downloadOf(page: DocumentPage, parts: ResultPart[], format: string): PageAnswer {
  const rows = parts.flatMap(({ value }) => (Array.isArray(value) ? value : [])).map((row) => flat(row));
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
