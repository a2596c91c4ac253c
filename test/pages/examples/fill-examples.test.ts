import { expect, it } from 'vitest';
import { fillExamples } from '../../../src/pages/examples/fill-examples.ts';
import { pages, read } from '../../harness/assertions/pages.ts';
import { operations } from '../../harness/guides/guide-blocks.ts';

const line = 'curl "$BASE_URL/api/v1/token" -H "Authorization: Bearer $TOKEN"\n';

it('adds the other languages to a marked curl block, and to no other', () => {
  const block = `\`\`\`sh\n${line}\`\`\`\n`;
  const languages = (page: string) =>
    [...fillExamples(page, operations).matchAll(/^```(\w+)/gm)].map(([, language]) => language);
  expect(languages(`<!-- examples -->\n\n${block}`)).toEqual(['sh', 'ts', 'python', 'php', 'csharp']);
  expect(languages(block)).toEqual(['sh']);
});

it('an example whose response is an error handles the error', () => {
  const page = `<!-- examples -->\n\n\`\`\`sh\n${line}\`\`\`\n\n\`\`\`http\nHTTP/1.1 401 Unauthorized\n\n{}\n\`\`\`\n`;
  expect(fillExamples(page, operations)).toContain('client.safe.getToken(');
  expect(fillExamples(page.replace('401', '200'), operations)).toContain('client.getToken(');
});

it('the guides in the repository have marked examples in one language', () => {
  const marked = pages.flatMap((page) =>
    read(page)
      .split(/^<!-- examples.*-->\n/m)
      .slice(1),
  );
  expect(marked.length).toBeGreaterThan(25);
  for (const part of marked) expect(part).toMatch(/^\n```sh\n[^`]*```\n+(?!```(?:ts|python|php|csharp)\n)/);
});
