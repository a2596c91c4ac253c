import { describe, expect, it } from 'vitest';
import { documentLayout } from '../../src/graphql/document-pages/page-frame.ts';
import { docsPage } from '../../src/pages/docs-frame.ts';
import { createSearch, readPage, searchPage } from '../../src/pages/docs-pages.ts';
import { type Guide, listGuides } from '../../src/pages/guides/guides.ts';
import { homePage } from '../../src/pages/home-page.ts';
import { html, joined, raw } from '../../src/pages/html.ts';
import { layout } from '../../src/pages/layout.ts';
import { problemPage } from '../../src/pages/operators/problem-page.ts';
import openApi from '../../src/rest/openapi.json' with { type: 'json' };
import { signInPage } from '../../src/sign-in/sign-in.ts';

const hostile = `</p><script>x</script>"'&`;
const escaped = '&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;&quot;&#39;&amp;';

describe('pages with text from outside', () => {
  const guides: Guide[] = listGuides().map((guide) => ({
    ...guide,
    title: hostile,
    summary: hostile,
    group: `${guide.group} ${hostile}`,
  }));
  const texts = ['description', 'summary', 'message', 'format'];
  const document = JSON.parse(JSON.stringify(openApi), (key, value) =>
    typeof value === 'string' && texts.includes(key) ? `${value} ${hostile}` : value,
  );
  const contents = { guides, document };
  const pageAt = async (path: string) => docsPage(contents, await readPage(contents, path));
  const resultsOf = async (query: string) =>
    docsPage(contents, searchPage(await createSearch(contents, ['/docs/reference/createUser']), query));
  it.each<[string, () => string | Promise<string>]>([
    ['the sign-in page', () => signInPage(hostile, hostile).text()],
    ['the error page of operators', () => layout(problemPage(hostile, hostile))],
    [
      'a page of a question',
      () => layout(documentLayout(hostile, html`<p title="${hostile}">${hostile}</p>`)),
    ],
    ['the home page', () => homePage(guides)],
    ['the overview of the guides', () => pageAt('/docs')],
    ['a guide', () => pageAt(`/docs/${guides[1]!.name}`)],
    ['the reference', () => pageAt('/docs/reference')],
    ['the webhooks of the reference', () => pageAt('/docs/reference/webhooks')],
    ['the errors of the reference', () => pageAt('/docs/reference/errors')],
    ['an operation', () => pageAt('/docs/reference/upsertCourtBooking')],
    ['a search without results', () => resultsOf(hostile)],
    ['a search with results', () => resultsOf('user script')],
  ])('%s escapes it', async (_name, render) => {
    const page = await render();
    expect(typeof page).toBe('string');
    expect(page.match(/<script>x|[^;]"'&/g)).toBeNull();
    expect(page).toContain(escaped);
  });
});

it('escapes joined texts, and keeps HTML and trusted text', () => {
  expect(String(joined([hostile, html`<b>${1}</b>`, raw('<i>')], ' & '))).toBe(
    `${escaped} &amp; <b>1</b> &amp; <i>`,
  );
  expect(String(joined([], raw('<br>')))).toBe('');
});
