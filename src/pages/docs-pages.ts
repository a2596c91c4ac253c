import type { Contents, DocsPage } from './docs-frame.ts';
import { type Guide, guideMarkdown, sdkReadmeMarkdown } from './guides/guides.ts';
import { renderInline, renderMarkdown } from './guides/render-markdown.ts';
import { type Html, html } from './html.ts';
import { referencePage } from './reference/reference-page.ts';
import { Search } from './search/search.ts';

/** Returns the page of the documentation at an address. */
export async function readPage(contents: Contents, path: string): Promise<DocsPage> {
  if (path === '/docs') return overviewPage(contents);
  if (path === '/docs/sdk-readme') {
    const description = 'Every function of the SDK for TypeScript and JavaScript, with examples.';
    return markdownPage(path, 'README of the SDK', description, await sdkReadmeMarkdown());
  }
  if (path.startsWith('/docs/reference')) {
    const guide = String(renderMarkdown(await guideMarkdown('errors', contents.document)).html);
    const guideOf = (type: string) => (guide.includes(` id="${type}"`) ? `/docs/errors#${type}` : undefined);
    return { path, ...referencePage(contents.document, path, guideOf, await guidesTo(contents, path)) };
  }
  const { name, title, summary } = contents.guides.find((guide) => path === `/docs/${guide.name}`)!;
  return markdownPage(path, title, summary, await guideMarkdown(name, contents.document));
}

/** The guides that name an operation. The changelog does so only to say when it came. */
async function guidesTo({ guides, document }: Contents, path: string): Promise<Guide[]> {
  const texts = await Promise.all(guides.map(({ name }) => guideMarkdown(name, document)));
  return guides.filter(({ name }, index) => name !== 'changelog' && texts[index]!.includes(`](${path})`));
}

function markdownPage(path: string, title: string, description: string, markdown: string): DocsPage {
  const { html: content, headings } = renderMarkdown(markdown);
  return { path, title, description, content, headings: headings.filter(({ depth }) => depth === 2) };
}

export async function createSearch(contents: Contents, paths: string[]): Promise<Search> {
  const search = new Search();
  // A page at a time, so that requests are served meanwhile.
  for (const path of paths) search.add(await readPage(contents, path));
  return search;
}

export function searchPage(search: Search, query: string): DocsPage {
  return {
    path: '/docs/search',
    title: 'Search',
    description: 'Search in the guides and the reference.',
    content: html`<h1>Search</h1>
<p class="lead">${query ? html`Results for “${query}”` : 'Enter a word, a field, an error type or a status.'}</p>
<div id="results">${query && search.results(query)}</div>
`,
  };
}

/** `/docs`: the README of the guides, with the list of guides as cards. */
async function overviewPage(contents: Contents): Promise<DocsPage> {
  const markdown = (await guideMarkdown('README', contents.document)).replace(/^# .+$/m, '# Documentation');
  // The list of guides, from its heading to the next one, is replaced by cards.
  const parts = markdown.split(/^(?=## )/m);
  const isList = (part: string) => /^\| \[[^\]]+\]\([\w-]+\.md\) \|/m.test(part);
  const first = parts.findIndex(isList);
  const content = parts.flatMap((part, index) => {
    const shown = !isList(part) && renderMarkdown(part).html;
    return index === first ? [cards(contents.guides), shown] : [shown];
  });
  return {
    path: '/docs',
    title: 'Documentation',
    description: 'Guides and reference of the partner interface of Courtbridge.',
    content: html`${content}`,
  };
}

function cards(guides: Guide[]): Html {
  const groups = Map.groupBy(guides, ({ group }) => group);
  const lists = [...groups].map(
    ([group, those]) =>
      html`<h2>${groups.size === 1 ? 'Guides' : group}</h2>\n<ul class="cards">\n${those.map((guide) => card(`/docs/${guide.name}`, guide.title, guide.summary))}</ul>\n`,
  );
  return html`${lists}<h2>Reference</h2>
<ul class="cards">
${card('/docs/reference', 'Reference', 'Every operation, field and error, with examples in five languages, and a form that sends the request.')}${card('/api/v1/openapi.json', 'OpenAPI 3.1 document', 'For your generator or your tests.')}${card('/llms.txt', 'For language models', 'Every page as Markdown: `/llms.txt`, and all in one, `/llms-full.txt`.')}</ul>
`;
}

const card = (href: string, title: string, text: string) =>
  html`<li><a href="${href}">${title}</a> ${renderInline(text)}</li>\n`;
