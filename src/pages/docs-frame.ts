import type { Guide } from './guides/guides.ts';
import type { Heading } from './guides/render-markdown.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { type OpenApi, operationsOf, referencePath } from './reference/openapi.ts';

export interface Contents {
  guides: Guide[];
  document: OpenApi;
}

export interface DocsPage {
  /** Its address. */
  path: string;
  title: string;
  description: string;
  /** The content, from its `<h1>` on. */
  content: Html;
  /** The sections for the list on the right. */
  headings?: Heading[];
}

/** A page of the documentation, with the list of all pages on the left and its own sections on the right. */
export function docsPage(
  contents: Contents,
  { path, title, description, content, headings = [] }: DocsPage,
): string {
  const isReference = path.startsWith('/docs/reference');
  return layout({
    title: `${title} · Courtbridge`,
    description,
    section: isReference ? '/docs/reference' : '/docs',
    hasMenu: true,
    body: html`<div class="docs${isReference ? ' wide' : ''}">
<nav id="site-pages" class="pages" popover aria-label="Documentation">
<ul>
${item('/docs', 'Overview', path)}${item('/docs/reference', 'Reference', path)}</ul>
${isReference ? operationList(contents.document, path) : guideList(contents.guides, path)}</nav>
<main id="site-content" tabindex="-1">
<article>
${content}</article>
${neighbours(contents.guides, path)}</main>
${headings.length > 1 && sectionList(headings)}</div>`,
  });
}

/** The guides of one table in the README are under its heading. A single group has the heading "Guides". */
function guideList(guides: Guide[], path: string): Html[] {
  const groups = Map.groupBy(guides, ({ group }) => group);
  return [...groups].map(
    ([group, those]) =>
      html`<h2>${groups.size === 1 ? 'Guides' : group}</h2>\n<ul>\n${those.map(({ name, title }) => item(`/docs/${name}`, title, path))}</ul>\n`,
  );
}

function operationList(document: OpenApi, path: string): Html {
  const operations = operationsOf(document);
  const lists = document.tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags[0] === name);
    const items = ofTag.map(({ operation }) =>
      item(referencePath(operation.operationId), operation.summary, path),
    );
    return html`<h2>${name}</h2>\n<ul>\n${items}</ul>\n`;
  });
  const last = [
    item(referencePath('webhooks'), 'Webhooks', path),
    item(referencePath('errors'), 'Errors', path),
  ];
  return html`${lists}<h2>In common</h2>\n<ul>\n${last}</ul>\n`;
}

const item = (href: string, text: string, path?: string) =>
  html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${text}</a></li>\n`;

function sectionList(headings: Heading[]): Html {
  const items = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`);
  return html`<nav class="sections" aria-label="On this page">
<h2>On this page</h2>
<ul>
${items}</ul>
</nav>
`;
}

/** Links to the previous and next guide. */
function neighbours(guides: Guide[], path: string): Html | false {
  const index = guides.findIndex(({ name }) => path === `/docs/${name}`);
  if (index === -1) return false;
  const link = (guide: Guide | undefined, relation: string) =>
    guide === undefined
      ? html`<span></span>`
      : html`<a href="/docs/${guide.name}"><small>${relation}</small> ${guide.title}</a>`;
  return html`<nav class="neighbours" aria-label="Previous and next page">
${link(guides[index - 1], 'Previous')}
${link(guides[index + 1], 'Next')}
</nav>
<p class="raw"><a href="${path}.md">This page as Markdown</a></p>
`;
}
