import { type Guide, guideMarkdown } from './guides/guides.ts';

const head = `# Courtbridge

> The partner gateway of a sports platform. Systems of partners create users and put court bookings into it, over REST with JSON. Every operation is safe to repeat.
`;

/** `/llms.txt`, by https://llmstxt.org: what there is to read, as Markdown. */
export function llmsIndex(guides: Guide[]): string {
  const lines = guides.map(({ name, title, summary }) => `- [${title}](/docs/${name}.md): ${summary}`);
  return `${head}
Begin with the overview. Branch on the \`error.type\` of a refusal. All pages in one: [/llms-full.txt](/llms-full.txt).

## Guides

- [Overview](/docs/README.md): What you need, which pages there are, and how the interface changes.
${lines.join('\n')}

## Reference

- [OpenAPI 3.1 document](/api/v1/openapi.json): Every operation, field and error, with examples.
- [README of the SDK](/docs/sdk-readme): The client for TypeScript and JavaScript, installed from \`/sdk.tgz\`.
- [Reference](/docs/reference): The same to read, with calls in curl, TypeScript, Python, PHP and C#.
`;
}

/** `/llms-full.txt`: all guides, one after the other. */
export async function llmsFull(guides: Guide[]): Promise<string> {
  const pages = await Promise.all(['README', ...guides.map(({ name }) => name)].map(guideMarkdown));
  // Each is read in its folder, but this file stands at the top.
  return [head, ...pages].join('\n').replaceAll(/\]\(([\w-]+\.md(?:#[^)]*)?)\)/g, '](/docs/$1)');
}
