import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked';
import { type Code, codeBlock, codeTabs } from '../code/code-block.ts';
import { languages } from '../code/languages.ts';
import { escapeHtml } from '../escape-html.ts';

export interface Heading {
  id: string;
  depth: number;
  /** HTML. */
  text: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
}

export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const slugs = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!));
  const marked = new Marked<string, string>({ renderer: rendererOf(headings, new Set(slugs)) });
  const tokens = marked.lexer(markdown);
  let choices = 0;
  let html = '';
  for (let i = 0; i < tokens.length; ) {
    const { codes, end } = choiceFrom(tokens, i);
    if (codes.length > 1) {
      choices += 1;
      html += codeTabs(codes, `choice-${choices}`);
      i = end;
    } else {
      html += marked.parser([tokens[i]!]);
      i += 1;
    }
  }
  return { html, headings };
}

/** Renders at most one paragraph, such as a description in the OpenAPI document. */
export const renderInline = (markdown: string): string => inline.parseInline(markdown) as string;

/** Renders several paragraphs. */
export const renderText = (markdown: string): string => inline.parse(markdown) as string;

const inline = new Marked<string, string>({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** Returns the successive code blocks from here on that show the same in different languages. */
function choiceFrom(tokens: Token[], start: number): { codes: Code[]; end: number } {
  const codes: Code[] = [];
  let end = start;
  for (let i = start; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    if (token.type === 'space') continue;
    const language = token.type === 'code' ? languageOf(token as Tokens.Code) : '';
    if (!languages[language]?.isChoice || codes.some((code) => code.language === language)) break;
    codes.push({ language, text: (token as Tokens.Code).text });
    end = i + 1;
  }
  return { codes, end };
}

/** The first word of the info string. Further words are for the tests that run the block. */
const languageOf = ({ lang = '' }: Tokens.Code) => lang.split(/\s/)[0]!;

type Renderer = NonNullable<MarkedExtension<string, string>['renderer']>;

/** `rowIds`: ids already used for rows. */
function rendererOf(headings: Heading[], rowIds: Set<string>): Renderer {
  const ids = new Map<string, number>();
  const unique = (slug: string) => {
    const count = ids.get(slug) ?? 0;
    ids.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  return {
    heading({ tokens, text, depth }) {
      const id = unique(slugOf(text));
      const html = this.parser.parseInline(tokens);
      headings.push({ id, depth, text: html });
      if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
      return headingWithAnchor(depth, id, html);
    },
    // A task list item, on the page only.
    checkbox: () => '<input type="checkbox"> ',
    listitem({ task, tokens }) {
      const html = this.parser.parse(tokens);
      return task ? `<li class="task"><label>${html}</label></li>\n` : `<li>${html}</li>\n`;
    },
    code: (token) => codeBlock({ language: languageOf(token), text: token.text }),
    // HTML comments are for maintainers and are removed.
    html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    link({ href, tokens }) {
      const isOutside = /^https?:/.test(href);
      return `<a href="${escapeHtml(toSiteLink(href))}"${isOutside ? ' rel="noreferrer"' : ''}>${this.parser.parseInline(tokens)}</a>`;
    },
    table({ header, rows }) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const body = rows.map((row) => `<tr${idOfRow(row, rowIds)}>${cells(row, 'td')}</tr>`).join('\n');
      const near = textOf(headings.at(-1)?.text ?? '');
      return scrolledTable(
        near,
        `<thead><tr>${cells(header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead>\n<tbody>${body}</tbody>`,
      );
    },
  };
}

export function headingWithAnchor(depth: number, id: string, html: string): string {
  return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to: ${textOf(html)}">#</a></h${depth}>\n`;
}

/** A table that scrolls in a narrow window, and in which long codes can break. `about` describes it for screen readers. */
export function scrolledTable(about: string, table: string): string {
  const content = table.replaceAll(/<code>[a-z]+(?:_[a-z]+)+<\/code>/g, (code) =>
    code.replaceAll('_', '_<wbr>'),
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table: ${about}"><table>\n${content}\n</table></div>\n`;
}

/** Creates the same slugs as GitHub, so that links work on both sites. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The first row about an error code can be linked to by the code. */
function idOfRow(row: Tokens.TableCell[], taken: Set<string>): string {
  const code = row.map(({ text }) => /^`([a-z]+(?:_[a-z]+)+)`$/.exec(text)?.[1]).find((name) => name);
  if (code === undefined || taken.has(code)) return '';
  taken.add(code);
  return ` id="${code}"`;
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '');

/** Turns `webhooks.md#verify` into `/docs/webhooks#verify`. */
function toSiteLink(href: string): string {
  const [, name, rest] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  return `${name === 'README' ? '/docs' : `/docs/${name}`}${rest ?? ''}`;
}
