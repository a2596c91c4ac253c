import type { Contents } from './docs-frame.ts';
import { type Guide, guideMarkdown } from './guides/guides.ts';

const head = `# Courtbridge

> The partner gateway of a sports platform. Partner systems create users and court bookings with REST and JSON. Every operation is safe to repeat.
`;

/** `/llms.txt` (https://llmstxt.org): a list of the documentation in Markdown. */
export function llmsIndex(guides: Guide[]): string {
  const lines = guides.map(({ name, title, summary }) => `- [${title}](/docs/${name}.md): ${summary}`);
  return `${head}
Start with the overview. Handle errors by \`error.type\`. All pages in one file: [/llms-full.txt](/llms-full.txt).

## Guides

- [Overview](/docs/README.md): Requirements, a list of the pages, and how the interface changes.
${lines.join('\n')}

## Reference

- [OpenAPI 3.1 document](/api/v1/openapi.json): Every operation, field and error, with examples.
- [README of the SDK](/docs/sdk-readme): The client for TypeScript and JavaScript, installed from \`/sdk.tgz\`.
- [Reference](/docs/reference): The same for people, with examples in curl, TypeScript, Python, PHP and C#.
`;
}

/** `/llms-full.txt`: all guides, one after the other. */
export async function llmsFull({ guides, document }: Contents): Promise<string> {
  const names = ['README', ...guides.map(({ name }) => name)];
  const pages = await Promise.all(names.map((name) => guideMarkdown(name, document)));
  // The guides link to each other relative to their folder, but this file is at the root.
  return [head, ...pages].join('\n').replaceAll(/\]\(([\w-]+\.md(?:#[^)]*)?)\)/g, '](/docs/$1)');
}
