import type { ExampleLanguage } from '../../../src/pages/examples/example-call.ts';
import { fillExamples } from '../../../src/pages/examples/fill-examples.ts';
import { type OpenApi, operationsOf } from '../../../src/pages/reference/openapi.ts';
import openApi from '../../../src/rest/openapi.json' with { type: 'json' };
import { pages, read } from '../assertions/pages.ts';

export interface BlockGroup {
  /** Such as `docs/partners/errors.md 2`. */
  id: string;
  /** The second word of the fence, such as `verify`, for blocks that do not run alone. */
  name: string | undefined;
  blocks: Partial<Record<ExampleLanguage, string>>;
  answer: { status: number; body: unknown } | undefined;
}

/** As the pages read them. */
export const operations = operationsOf(openApi as unknown as OpenApi);

export const guides = pages.filter((page) => page.startsWith('docs/partners/'));

const fence = /^```(\w+)(?: ([\w-]+))?\n([\s\S]*?)^```$/gm;

export function groupsOf(page: string): BlockGroup[] {
  const text = fillExamples(read(page), operations);
  const groups: BlockGroup[] = [];
  let end = -1;
  for (const match of text.matchAll(fence)) {
    const [all, language, name, block] = match as unknown as [string, string, string | undefined, string];
    const isNext = end >= 0 && text.slice(end, match.index).trim() === '';
    end = match.index + all.length;
    const last = groups.at(-1);
    if (language === 'http') {
      if (isNext && last && block.startsWith('HTTP/1.1')) last.answer = answerOf(block);
    } else if (isNext && last && !last.answer && !(language in last.blocks) && last.name === name)
      last.blocks[language as ExampleLanguage] = block;
    else
      groups.push({
        id: `${page} ${groups.length + 1}`,
        name,
        blocks: { [language]: block },
        answer: undefined,
      });
  }
  return groups;
}

function answerOf(block: string): BlockGroup['answer'] {
  const [head, json] = block.split(/\n\n([\s\S]*)/) as [string, string];
  return { status: Number(head.split(' ')[1]), body: JSON.parse(json) };
}

export function namedBlock(page: string, name: string, language: ExampleLanguage): string {
  const found = groupsOf(page).filter((group) => group.name === name && language in group.blocks);
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks "${name}" in ${language}`);
  return found[0]!.blocks[language]!;
}
