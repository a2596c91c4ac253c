import { expect, it } from 'vitest';
import { toSiteMarkdown } from '../../../src/pages/guides/site-markdown.ts';
import { type OpenApi, operationsOf } from '../../../src/pages/reference/openapi.ts';
import document from '../../../src/rest/openapi.json' with { type: 'json' };

const lines = (...all: string[]) => `${all.join('\n')}\n`;

it('removes links out of the folder unless their target is published, and keeps links between pages', () => {
  const page =
    '[the SDK](../../sdk/README.md#retries), [why](../decisions.md), [doc](../../src/rest/openapi.json), [w](webhooks.md#verify), [s](https://x.example)\n';
  expect(toSiteMarkdown(page)).toBe(
    '[the SDK](/docs/sdk-readme#retries), why, [doc](/api/v1/openapi.json), [w](webhooks.md#verify), [s](https://x.example)\n',
  );
});

it('links to guides on the site instead of in the repository', () => {
  const guides = 'https://github.com/courtbridge/courtbridge/blob/main/docs/partners/';
  expect(toSiteMarkdown(`[e](${guides}errors.md#stale_write), [x](https://github.com/x)\n`)).toBe(
    '[e](errors.md#stale_write), [x](https://github.com/x)\n',
  );
});

it('removes comments, and the text between a pair of repository comments', () => {
  const page = lines(
    'a',
    '',
    '<!-- repository -->',
    'b',
    '<!-- /repository -->',
    '',
    '<!-- errors: generated -->',
    '',
    'c',
  );
  expect(toSiteMarkdown(page)).toBe('a\n\nc\n');
});

it('leaves code unchanged', () => {
  const code = lines('```ts', '<!-- x -->', '[a](../b)', '```');
  expect(toSiteMarkdown(code)).toBe(code);
});

it('links an operation that is named by method and path, unless it is a link already', () => {
  const operations = operationsOf(document as unknown as OpenApi);
  const user = '/docs/reference/getUser';
  expect(
    toSiteMarkdown(
      '`GET …/users/{userId}?a=`, [`GET /api/v1/token`](a.md), `PUT …/users/{userId}`',
      operations,
    ),
  ).toBe(`[\`GET …/users/{userId}?a=\`](${user}), [\`GET /api/v1/token\`](a.md), \`PUT …/users/{userId}\`\n`);
});
