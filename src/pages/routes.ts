import { readFile } from 'node:fs/promises';
import type { Route } from '../http/router.ts';
import type { Contents } from './docs-frame.ts';
import { guideMarkdown, listGuides } from './guides/guides.ts';
import { homePage } from './home-page.ts';
import { keptResponse } from './kept-response.ts';
import { pageHeaders } from './layout.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import type { OpenApi } from './reference/openapi.ts';
import { tryHeaders, tryPage } from './try-page.ts';

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
  '/assets/dark-mode.js': ['dark-mode.js', script],
  '/assets/try.css': ['try.css', css],
  '/assets/try.js': ['try.js', script],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
  '/favicon.ico': ['favicon.ico', 'image/x-icon'],
};

/** Files of Swagger UI. They are large, and change only with its version. */
const swaggerFiles: Record<string, string> = { 'swagger-ui.css': css, 'swagger-ui-bundle.js': script };

/**
 * `/`, `/docs` and below. Public, without a token. `document` is the OpenAPI document of the partner interface.
 *
 * @throws if the guides are not next to `src`.
 */
export function pageRoutes(document: unknown): Route[] {
  const contents: Contents = { guides: listGuides(), document: document as OpenApi };
  const { guides } = contents;
  return [
    page('/', () => homePage(guides)),
    page('/docs', async () => (await docs()).overviewPage(contents)),
    page('/docs/reference', async () => (await docs()).referencePage(contents)),
    page('/docs/sdk-readme', async () => (await docs()).sdkReadmePage(contents)),
    page('/docs/try', tryPage, tryHeaders),
    ...guides.map((guide) =>
      page(`/docs/${guide.name}`, async () => (await docs()).guidePage(contents, guide)),
    ),
    ...['README', ...guides.map(({ name }) => name)].map((name) =>
      route(`/docs/${name}.md`, { type: markdown, make: () => guideMarkdown(name, contents.document) }),
    ),
    route('/llms.txt', { type: text, make: () => llmsIndex(guides) }),
    route('/llms-full.txt', { type: text, make: () => llmsFull(contents) }),
    ...Object.entries(ownFiles).map(([path, [file, type]]) =>
      route(path, { type, make: () => readFile(new URL(`files/${file}`, import.meta.url)) }),
    ),
    ...Object.entries(swaggerFiles).map(([file, type]) =>
      route(`/docs/${file}`, {
        type,
        cacheControl: 'public, max-age=3600',
        make: () => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${file}`))),
      }),
    ),
  ];
}

/** Loaded with the first request, so that the process starts without a Markdown parser. */
const docs = () => import('./docs-pages.ts');

const page = (path: string, make: Make, headers: Record<string, string> = pageHeaders) =>
  route(path, { type: html, make, headers });

const route = (path: string, kept: Parameters<typeof keptResponse>[0]): Route => ({
  path,
  methods: ['GET', 'HEAD'],
  answer: keptResponse(kept),
});
