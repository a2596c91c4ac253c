import type { ColumnPath } from './export-document.ts';

/** A file format. */
export interface ExportFormat {
  contentType: string;
  /** Returns the text before the rows. */
  head(columns: readonly ColumnPath[]): string;
  row(row: unknown, columns: readonly ColumnPath[]): string;
}

/** By file name extension. */
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
 * The places where a spreadsheet would start a formula. A name could contain a formula, which would then run when the
 * file is opened. Some spreadsheets split lines at `;` or tabs, and skip blanks and quotes.
 */
const beforeFormula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** Returns a value as cell text. Lists and objects become JSON. A text that would be a formula gets a leading apostrophe. */
function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(beforeFormula, "'");
}

function valueAt(row: unknown, path: ColumnPath): unknown {
  return path.reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], row);
}
