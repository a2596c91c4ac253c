import { expect, it } from 'vitest';
import { toSiteMarkdown } from '../../../src/pages/guides/site-markdown.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

it('links out of the folder lose their target, but for what is published; links between pages stay', () => {
  const page =
    '[the SDK](../../sdk/README.md#retries), [why](../decisions.md), [doc](../../src/rest/openapi.json), [w](webhooks.md#verify), [s](https://x.example)\n';
  expect(toSiteMarkdown(page)).toBe(
    '[the SDK](/docs/sdk-readme#retries), why, [doc](/api/v1/openapi.json), [w](webhooks.md#verify), [s](https://x.example)\n',
  );
});

it('comments go, and with two of them what is for readers of the repository', () => {
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

it('code is left as it is', () => {
  const code = lines('```ts', '<!-- x -->', '[a](../b)', '```');
  expect(toSiteMarkdown(code)).toBe(code);
});
