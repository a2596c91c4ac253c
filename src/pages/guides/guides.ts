import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { toSiteMarkdown } from './site-markdown.ts';

/** A page of `docs/partners`. */
export interface Guide {
  /** Of the file, without its ending, and in the address. */
  name: string;
  title: string;
  /** What it answers. */
  summary: string;
  /** The words above the table that it stands in. */
  group: string;
}

const folder = new URL('../../../docs/partners/', import.meta.url);

/**
 * The guides in their order: the rows of the tables in the README of their folder whose first cell is a link to a page. A page
 * that stands there is served; nothing else lists them.
 *
 * @throws where the folder is not there: it belongs beside `src`, wherever the service runs.
 */
export function listGuides(): Guide[] {
  const guides: Guide[] = [];
  let group = '';
  for (const line of readIndex().split('\n')) {
    group = /^(?:#+ (.+)|(\w[^.|]*):)$/.exec(line)?.slice(1).find(Boolean) ?? group;
    const [, title, name, summary] = /^\| \[([^\]]+)\]\(([\w-]+)\.md\) \| (.+?) \|/.exec(line) ?? [];
    if (name !== undefined) guides.push({ name, title: title!, summary: summary!, group });
  }
  return guides;
}

function readIndex(): string {
  try {
    return readFileSync(new URL('README.md', folder), 'utf8');
  } catch (cause) {
    throw new Error(`The guides for partners are not at ${folder.pathname}. Copy docs/partners beside src.`, {
      cause,
    });
  }
}

/** The README of the SDK, in Markdown. */
export async function sdkReadmeMarkdown(): Promise<string> {
  return toSiteMarkdown(await readFile(new URL('../../../sdk/README.md', import.meta.url), 'utf8'));
}

/** A guide, or `README`, as partners get it, in Markdown. */
export async function guideMarkdown(name: string): Promise<string> {
  return toSiteMarkdown(await readFile(new URL(`${name}.md`, folder), 'utf8'));
}
