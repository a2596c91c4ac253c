import { type Contents, docsPage } from './docs-frame.ts';
import { type Guide, guideMarkdown, sdkReadmeMarkdown } from './guides/guides.ts';
import { renderInline, renderMarkdown } from './guides/render-markdown.ts';
import { type Html, html } from './html.ts';
import { referenceBody } from './reference/reference-page.ts';

export async function guidePage(contents: Contents, { name, title, summary }: Guide): Promise<string> {
  return markdownPage(
    contents,
    `/docs/${name}`,
    title,
    summary,
    await guideMarkdown(name, contents.document),
  );
}

export async function sdkReadmePage(contents: Contents): Promise<string> {
  const description = 'Every function of the SDK for TypeScript and JavaScript, with examples.';
  return markdownPage(
    contents,
    '/docs/sdk-readme',
    'README of the SDK',
    description,
    await sdkReadmeMarkdown(),
  );
}

function markdownPage(
  contents: Contents,
  path: string,
  title: string,
  description: string,
  markdown: string,
): string {
  const { html: content, headings } = renderMarkdown(markdown);
  return docsPage(contents, {
    path,
    title,
    description,
    content,
    headings: headings.filter(({ depth }) => depth === 2),
  });
}

/** `/docs`: the README of the guides, with the list of guides as cards. */
export async function overviewPage(contents: Contents): Promise<string> {
  const markdown = (await guideMarkdown('README', contents.document)).replace(/^# .+$/m, '# Documentation');
  // The list of guides, from its heading to the next one, is replaced by cards.
  const parts = markdown.split(/^(?=## )/m);
  const isList = (part: string) => /^\| \[[^\]]+\]\([\w-]+\.md\) \|/m.test(part);
  const first = parts.findIndex(isList);
  const content = parts.flatMap((part, index) => {
    const shown = !isList(part) && renderMarkdown(part).html;
    return index === first ? [cards(contents.guides), shown] : [shown];
  });
  return docsPage(contents, {
    path: '/docs',
    title: 'Documentation',
    description: 'Guides and reference of the partner interface of Courtbridge.',
    content: html`${content}`,
  });
}

/** `/docs/reference`: the OpenAPI document as a page. */
export async function referencePage(contents: Contents): Promise<string> {
  const errors = contents.guides.find(({ name }) => name === 'errors');
  const guide =
    errors === undefined ? '' : String(renderMarkdown(await guideMarkdown('errors', contents.document)).html);
  const guideOf = (type: string) => (guide.includes(` id="${type}"`) ? `/docs/errors#${type}` : undefined);
  return docsPage(contents, {
    path: '/docs/reference',
    title: 'Reference',
    description: 'Every operation, field and error of the partner interface of Courtbridge.',
    content: referenceBody(contents.document, guideOf),
  });
}

function cards(guides: Guide[]): Html {
  const groups = Map.groupBy(guides, ({ group }) => group);
  const lists = [...groups].map(
    ([group, those]) =>
      html`<h2>${groups.size === 1 ? 'Guides' : group}</h2>\n<ul class="cards">\n${those.map((guide) => card(`/docs/${guide.name}`, guide.title, guide.summary))}</ul>\n`,
  );
  return html`${lists}<h2>Reference</h2>
<ul class="cards">
${card('/docs/reference', 'Reference', 'Every operation, field and error, with examples in five languages.')}${card('/docs/try', 'Try it', 'Send calls with your own token, from this page.')}${card('/api/v1/openapi.json', 'OpenAPI 3.1 document', 'For your generator or your tests.')}${card('/llms.txt', 'For language models', 'Every page as Markdown: `/llms.txt`, and all in one, `/llms-full.txt`.')}</ul>
`;
}

const card = (href: string, title: string, text: string) =>
  html`<li><a href="${href}">${title}</a> ${renderInline(text)}</li>\n`;
