import MiniSearch from 'minisearch';
import { type Html, html } from '../html.ts';

/** A page as the index reads it. */
export interface Searchable {
  path: string;
  title: string;
  content: Html;
}

interface Section {
  /** Its address. */
  id: string;
  title: string;
  /** An operation or an error type. */
  name: string;
  page: string;
  text: string;
  /** Its examples, which have more words and say less. */
  code: string;
}

/** The number of results. More words do not make a better query. */
const limits = { results: 20, words: 8, characters: 100 };

/**
 * Finds the sections of the documentation that contain all words of a query, or some of them if no section has all. Also finds
 * words by their beginning and with typing errors.
 */
export class Search {
  readonly #index = new MiniSearch<Section>({
    fields: ['title', 'name', 'page', 'text', 'code'],
    storeFields: ['title', 'page', 'text'],
    tokenize: withParts,
    processTerm: toTerm,
    searchOptions: {
      tokenize: (query) => wordsOf(query).slice(0, limits.words),
      combineWith: 'AND',
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      boost: { title: 6, name: 6, page: 2, code: 0.2 },
      weights: { fuzzy: 0.2, prefix: 0.5 },
      // A page itself comes before its sections.
      boostDocument: (id) => (String(id).includes('#') ? 1 : 1.5),
    },
  });

  add(page: Searchable): void {
    this.#index.addAll(sectionsOf(page));
  }

  /** Returns a list of links for a query. */
  results(query: string): Html {
    const short = query.slice(0, limits.characters);
    const all = this.#index.search(short);
    const found = (all.length > 0 ? all : this.#index.search(short, { combineWith: 'OR' })).slice(
      0,
      limits.results,
    );
    if (found.length === 0)
      return html`<p role="status">No results. Try another word, or an error type.</p>\n`;
    const items = found.map(
      ({ id, title, page, text, terms }) =>
        html`<li><a href="${id}"><b>${title}</b> <small>${title !== page && page}</small> ${excerpt(text, terms)}</a></li>\n`,
    );
    return html`<ol class="results">\n${items}</ol>\n`;
  }
}

const fillers = new Set('a an and can do does for how i in is it my of or the to what when with'.split(' '));

/** Words of other interfaces, and those of these pages for the same. */
const ourWords: Record<string, string> = {
  availability: 'free',
  gdpr: 'erase',
  leaked: 'leak',
  maximum: 'limit',
  mock: 'test',
  ngrok: 'listen',
  paginate: 'page',
  pagination: 'page',
  paging: 'page',
  postman: 'openapi',
  swagger: 'openapi',
  tunnel: 'listen',
};

/** Singular and plural are one term. */
function toTerm(word: string): string | null {
  const term = word.toLowerCase();
  if (fillers.has(term)) return null;
  return ourWords[term] ?? term.replace(/(?<=[a-z]{3})ies$/, 'y').replace(/(?<=[a-z]{2}[^su])s$/, '');
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** A name is found by itself and by its parts: `stale_write` and `externalUpdatedAt` also by `stale` and `updated`. */
function withParts(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z])(?=[A-Z])/).filter(Boolean);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** A section begins at each heading, and at each row or term that has an address. */
function sectionsOf({ path, title, content }: Searchable): Section[] {
  const parts = String(content).split(/(?=<(?:h[1-3]|tr|dt) id=)/);
  return parts.flatMap((part) => {
    const [, tag, id] = /^<(h[1-3]|tr|dt) id="([^"]+)"/.exec(part) ?? [];
    // A row of a list of links leads to a section of its own.
    if (tag === undefined || /^<dt [^>]*><a /.test(part)) return [];
    const isRow = tag === 'tr';
    const end = isRow ? part.indexOf('</td>', part.indexOf('<code>')) : part.indexOf(`</${tag}>`);
    const heading = textOf(part.slice(0, end));
    const codes = /<pre[\s>].*?<\/pre>/gs;
    const [text, code] = [part.slice(end).replaceAll(codes, ' '), part.slice(end).match(codes) ?? []].map(
      (content) => textOf(String(content)).slice(0, 20_000),
    ) as [string, string];
    return [
      { id: tag === 'h1' ? path : `${path}#${id}`, title: heading, name: id!, page: title, text, code },
    ];
  });
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const textOf = (content: string) =>
  content
    .replaceAll(/<a class="anchor".*?<\/a>/g, '')
    .replaceAll(/<\/?(?:code|b|span|wbr|a|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The text around the first match, with all matches marked. */
function excerpt(text: string, terms: string[]): Html {
  const any = new RegExp(`(${terms.join('|')})`, 'i');
  const at = text.search(any);
  const start = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
  const shown = text.slice(start).replace(/(?<=.{140}\S*) .*$/, ' …');
  const parts = shown.split(new RegExp(any, 'gi'));
  const marked = parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part));
  return html`<span>${start > 0 && '… '}${marked}</span>`;
}
