import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** A file's text, by its path from the top of the project. */
export const read = (path: string) => readFileSync(`${top}/${path}`, 'utf8');

/** Every file below a folder, from the top of the project. */
export const filesOf = (folder: string) =>
  readdirSync(`${top}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);

/** Every page, from the top of the project. */
export const pages = ['README.md', 'SECURITY.md', ...filesOf('docs').filter((file) => file.endsWith('.md'))];

export interface Link {
  /** From the top of the project. */
  path: string;
  anchor: string | undefined;
  /** The words in code that follow it at once. */
  word: string | undefined;
}

/** Every link of a text to a place in this project. */
export function linksOf(page: string, text = read(page)): Link[] {
  const links = text.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)(?: `([^`\n]+)`)?/g);
  return [...links].map(([, path, anchor, word]) => ({
    path: path ? posix.join(posix.dirname(page), path) : page,
    anchor,
    word,
  }));
}

export interface Row {
  /** Under which it stands. */
  heading: string;
  /** Of the table's columns. */
  columns: string;
  text: string;
}

/** Every row of every table of a page. */
export function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let [heading, columns] = ['', ''];
  for (const [number, line] of text.split('\n').entries()) {
    const before = text.split('\n')[number - 1] ?? '';
    if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '');
    if (!line.startsWith('|')) continue;
    if (!before.startsWith('|')) columns = line;
    else if (!/^[|\s:-]+$/.test(line)) rows.push({ heading, columns, text: line });
  }
  return rows;
}

/** Every entry of the lists of a page, with the lines that go on with it. */
export function entriesOf(text: string): string[] {
  const entries: string[] = [];
  let isWithin = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) entries.push(line);
    else if (isWithin && line.startsWith('  ')) entries.push(`${entries.pop()}\n${line}`);
    isWithin = line.startsWith('- ') || (isWithin && line.startsWith('  '));
  }
  return entries;
}
