import type { ColumnPath } from './export-document.ts';

/** How rows are written. */
export interface ExportFormat {
  contentType: string;
  /** What stands above the rows. */
  head(columns: readonly ColumnPath[]): string;
  row(row: unknown, columns: readonly ColumnPath[]): string;
}

/** By the end of the file's name. */
export const exportFormats: Readonly<Record<string, ExportFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: (columns) => csvLine(columns.map((path) => path.join('.'))),
    row: (row, columns) => csvLine(columns.map((path) => csvText(valueAt(row, path)))),
  },
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    head: () => '',
    row: (row) => `${JSON.stringify(row)}\n`,
  },
};

/** RFC 4180. */
function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}

/**
 * Where a spreadsheet would begin a formula: somebody's name may be one, and would be carried out where it is opened. Some
 * split lines at `;` or at tabs, and pass over blanks and quotes.
 */
const beforeFormula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** A value in a cell: a list, or an object, as JSON. A text that would be a formula gets an apostrophe in front. */
function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(beforeFormula, "'");
}

function valueAt(row: unknown, path: ColumnPath): unknown {
  return path.reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], row);
}
