import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked';
import { type Code, codeBlock, codeTabs } from '../code/code-block.ts';
import { languages } from '../code/languages.ts';
import { type Html, html, joined, raw } from '../html.ts';

export interface Heading {
  id: string;
  depth: number;
  text: Html;
}

export interface Rendered {
  html: Html;
  headings: Heading[];
}

export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const slugs = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!));
  const marked = new Marked<string, string>({ renderer: rendererOf(headings, new Set(slugs)) });
  const tokens = marked.lexer(markdown);
  let choices = 0;
  const parts: Html[] = [];
  for (let i = 0; i < tokens.length; ) {
    const { codes, end } = choiceFrom(tokens, i);
    if (codes.length > 1) {
      choices += 1;
      parts.push(codeTabs(codes, `choice-${choices}`));
      i = end;
    } else {
      parts.push(raw(marked.parser([tokens[i]!])));
      i += 1;
    }
  }
  return { html: html`${parts}`, headings };
}

/** Renders at most one paragraph, such as a description in the OpenAPI document. */
export const renderInline = (markdown: string): Html => raw(inline.parseInline(markdown) as string);

/** Renders several paragraphs. */
export const renderText = (markdown: string): Html => raw(inline.parse(markdown) as string);

const inline = new Marked<string, string>({ renderer: { html: ({ text }) => String(html`${text}`) } });

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
      const content = raw(this.parser.parseInline(tokens));
      headings.push({ id, depth, text: content });
      return String(
        depth === 1 ? html`<h1 id="${id}">${content}</h1>\n` : headingWithAnchor(depth, id, content),
      );
    },
    // A task list item, on the page only.
    checkbox: () => '<input type="checkbox"> ',
    listitem({ task, tokens }) {
      const content = raw(this.parser.parse(tokens));
      return String(
        task ? html`<li class="task"><label>${content}</label></li>\n` : html`<li>${content}</li>\n`,
      );
    },
    code: (token) => String(codeBlock({ language: languageOf(token), text: token.text })),
    // HTML comments are for maintainers and are removed.
    html: ({ text }) => (text.startsWith('<!--') ? '' : String(html`${text}`)),
    link({ href, tokens }) {
      const isOutside = /^https?:/.test(href);
      const content = raw(this.parser.parseInline(tokens));
      return String(
        html`<a href="${toSiteLink(href)}"${isOutside && html` rel="noreferrer"`}>${content}</a>`,
      );
    },
    // In a narrow window each cell is a line with the name of its column. The roles remain there.
    table({ header, rows }) {
      const content = ({ tokens }: Tokens.TableCell) => raw(this.parser.parseInline(tokens));
      const names = header.map((cell) => textOf(content(cell)));
      const head = header.map((cell) => html`<th role="columnheader" scope="col">${content(cell)}</th>`);
      const body = rows.map((row) => {
        const cells = row.map(
          (cell, n) => html`<td role="cell" data-column="${names[n]}">${content(cell)}</td>`,
        );
        return html`<tr${idOfRow(row, rowIds)} role="row">${cells}</tr>`;
      });
      const near = headings.at(-1);
      const table = html`<table role="table">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${joined(body, '\n')}</tbody>
</table>`;
      // Long codes can break.
      const broken = String(table).replaceAll(/<code>[a-z]+(?:_[a-z]+)+<\/code>/g, (code) =>
        code.replaceAll('_', '_<wbr>'),
      );
      return String(
        html`<div class="scroll" tabindex="0" role="group" aria-label="Table: ${near && textOf(near.text)}">${raw(broken)}</div>\n`,
      );
    },
  };
}

export function headingWithAnchor(depth: number, id: string, content: Html | string): Html {
  return html`<h${depth} id="${id}">${content} ${anchor(id, textOf(html`${content}`))}</h${depth}>\n`;
}

/** A link to an element itself. */
export const anchor = (id: string, name: Html | string): Html =>
  html`<a class="anchor" href="#${id}" aria-label="Link to: ${name}">#</a>`;

/** Creates the same slugs as GitHub, so that links work on both sites. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The first row about an error code can be linked to by the code. */
function idOfRow(row: Tokens.TableCell[], taken: Set<string>): Html | false {
  const code = row.map(({ text }) => /^`([a-z]+(?:_[a-z]+)+)`$/.exec(text)?.[1]).find((name) => name);
  if (code === undefined || taken.has(code)) return false;
  taken.add(code);
  return html` id="${code}"`;
}

const textOf = (content: Html) => raw(String(content).replaceAll(/<[^>]+>/g, ''));

/** Turns `webhooks.md#verify` into `/docs/webhooks#verify`. */
function toSiteLink(href: string): string {
  const [, name, rest] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  return `${name === 'README' ? '/docs' : `/docs/${name}`}${rest ?? ''}`;
}
