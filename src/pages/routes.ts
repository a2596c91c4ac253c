import { readFile } from 'node:fs/promises';
import type { Route } from '../http/router.ts';
import { type Contents, docsPage } from './docs-frame.ts';
import { guideMarkdown, listGuides } from './guides/guides.ts';
import { homePage } from './home-page.ts';
import { keptResponse } from './kept-response.ts';
import { pageHeaders } from './layout.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { pageResponse } from './operators/page-response.ts';
import { type OpenApi, operationsOf, referencePath } from './reference/openapi.ts';
import type { Search } from './search/search.ts';

type Make = Parameters<typeof keptResponse>[0]['make'];

const html = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const text = 'text/plain; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** Our own files, by path. */
const ownFiles: Record<string, [file: string, type: string]> = {
  '/assets/style.css': ['style.css', css],
  '/assets/site.js': ['site.js', script],
  '/assets/try.js': ['try.js', script],
  '/docs/booking-life.svg': ['../../../docs/partners/booking-life.svg', 'image/svg+xml'],
  '/docs/first-steps.svg': ['../../../docs/partners/first-steps.svg', 'image/svg+xml'],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
  '/favicon.ico': ['favicon.ico', 'image/x-icon'],
};

/**
 * `/`, `/docs` and below. Public, without a token. `document` is the OpenAPI document of the partner interface.
 *
 * @throws if the guides are not next to `src`.
 */
export function pageRoutes(document: unknown): Route[] {
  const contents: Contents = { guides: listGuides(), document: document as OpenApi };
  const { guides } = contents;
  const operations = operationsOf(contents.document).map(({ operation }) => operation.operationId);
  const paths = [
    ...['/docs', '/docs/sdk-readme', ...guides.map(({ name }) => `/docs/${name}`)],
    ...['/docs/reference', ...[...operations, 'webhooks', 'errors'].map(referencePath)],
  ];
  let search: Promise<Search> | undefined;
  return [
    page('/', () => homePage(guides)),
    ...paths.map((path) =>
      page(path, async () => docsPage(contents, await (await docs()).readPage(contents, path))),
    ),
    {
      path: '/docs/search',
      methods: ['GET', 'HEAD'],
      answer: async (request, _context, { rawQuery }) => {
        const { createSearch, searchPage } = await docs();
        search ??= createSearch(contents, paths);
        const query = new URLSearchParams(rawQuery).get('q')?.trim() ?? '';
        return pageResponse(request, undefined, docsPage(contents, searchPage(await search, query)), 200);
      },
    },
    // The page with Swagger UI. Each operation has its own form.
    {
      path: '/docs/try',
      methods: ['GET', 'HEAD'],
      answer: () => new Response(null, { status: 308, headers: { Location: '/docs/reference' } }),
    },
    ...['README', ...guides.map(({ name }) => name)].map((name) =>
      route(`/docs/${name}.md`, { type: markdown, make: () => guideMarkdown(name, contents.document) }),
    ),
    route('/llms.txt', { type: text, make: () => llmsIndex(guides) }),
    route('/llms-full.txt', { type: text, make: () => llmsFull(contents) }),
    ...Object.entries(ownFiles).map(([path, [file, type]]) =>
      route(path, { type, make: () => readFile(new URL(`files/${file}`, import.meta.url)) }),
    ),
  ];
}

/** Loaded with the first request, so that the process starts without a Markdown parser. */
const docs = () => import('./docs-pages.ts');

const page = (path: string, make: Make) => route(path, { type: html, make, headers: pageHeaders });

const route = (path: string, kept: Parameters<typeof keptResponse>[0]): Route => ({
  path,
  methods: ['GET', 'HEAD'],
  answer: keptResponse(kept),
});
