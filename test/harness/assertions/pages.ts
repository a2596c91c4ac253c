import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../..', import.meta.url));

export const read = (path: string) => readFileSync(`${top}/${path}`, 'utf8');

/** Paths are relative to the project root. */
export const filesOf = (folder: string) =>
  readdirSync(`${top}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);

export const pages = ['README.md', 'SECURITY.md', ...filesOf('docs').filter((file) => file.endsWith('.md'))];

export interface Link {
  path: string;
  anchor: string | undefined;
  /** The code words that directly follow the link. */
  word: string | undefined;
}

export function linksOf(page: string, text = read(page)): Link[] {
  const links = text.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)(?: `([^`\n]+)`)?/g);
  return [...links].map(([, path, anchor, word]) => ({
    path: path ? posix.join(posix.dirname(page), path) : page,
    anchor,
    word,
  }));
}

export interface Row {
  heading: string;
  /** The table's column titles. */
  columns: string;
  text: string;
}

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

/** Every list entry of a page, including its continuation lines. */
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
