import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fillExamples } from '../examples/fill-examples.ts';
import { type OpenApi, operationsOf } from '../reference/openapi.ts';
import { toSiteMarkdown } from './site-markdown.ts';

/** A page of `docs/partners`. */
export interface Guide {
  /** The file name without extension, also used in the address. */
  name: string;
  title: string;
  /** The questions that the guide answers. */
  summary: string;
  /** The heading above its table. */
  group: string;
}

const folder = new URL('../../../docs/partners/', import.meta.url);

/**
 * Returns the guides in order: the rows of the tables in the README of their folder whose first cell links to a page.
 * Only these pages are served.
 *
 * @throws if the folder does not exist: it must be next to `src`, wherever the service runs.
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
    throw new Error(
      `The guides for partners are not at ${folder.pathname}. Copy docs/partners next to src.`,
      {
        cause,
      },
    );
  }
}

export async function sdkReadmeMarkdown(): Promise<string> {
  return toSiteMarkdown(await readFile(new URL('../../../sdk/README.md', import.meta.url), 'utf8'));
}

/** Returns a guide, or `README`, as published for partners, in Markdown, with its examples in all languages. */
export async function guideMarkdown(name: string, document: OpenApi): Promise<string> {
  const markdown = await readFile(new URL(`${name}.md`, folder), 'utf8');
  const operations = operationsOf(document);
  return toSiteMarkdown(fillExamples(markdown, operations), operations);
}
