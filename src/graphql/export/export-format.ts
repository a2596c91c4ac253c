import { invalidInput } from '../../pages/operators/addresses.ts';
import type { ColumnPath } from './export-document.ts';
import type { SheetColumn } from './readable-columns.ts';

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

/** The characters between the cells of a file for spreadsheets. Which one a spreadsheet expects depends on its language. */
export const separators: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * Returns the separator that an address asks for. A file with one is for spreadsheets.
 *
 * @throws ApiError `invalid_schema`
 */
export function separatorIn(query: URLSearchParams): string | undefined {
  const name = query.get('separator');
  if (name === null) return undefined;
  if (Object.hasOwn(separators, name)) return separators[name];
  throw invalidInput(`separator is not one of ${Object.keys(separators).join(', ')}. Use one of them.`);
}

/** CSV that a spreadsheet opens: with a byte order mark, without which some do not read UTF-8. */
export const sheetFormat = (separator: string, columns: readonly SheetColumn[]): ExportFormat => ({
  contentType: exportFormats.csv!.contentType,
  head: () =>
    `\u{feff}${csvLine(
      columns.map(({ heading }) => heading),
      separator,
    )}`,
  row: (row) =>
    csvLine(
      columns.map(({ cell }) => csvText(cell(row as Record<string, unknown>), beforeFormulaOfSheet)),
      separator,
    ),
});

/** RFC 4180, also with other separators. */
function csvLine(cells: string[], separator = ','): string {
  const quoted = cells.map((cell) =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(separator)}\r\n`;
}

/**
 * The places where a spreadsheet would start a formula. A name could contain a formula, which would then run when the
 * file is opened. Some spreadsheets split lines at `;` or tabs, and skip blanks and quotes.
 */
const beforeFormula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;
/** Spreadsheets can also split a file without commas at its commas. */
const beforeFormulaOfSheet = /^(?=[\t\r\n])|(?<=^|[,;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** Returns a value as cell text. Lists and objects become JSON. A text that would be a formula gets a leading apostrophe. */
function csvText(value: unknown, places = beforeFormula): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(places, "'");
}

function valueAt(row: unknown, path: ColumnPath): unknown {
  return path.reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], row);
}
