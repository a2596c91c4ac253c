import type { Route } from '../http/router.ts';
import { docsAssetNames, docsPage, readDocsAsset } from './docs-page.ts';
import { homePage } from './home-page.ts';

const methods = ['GET', 'HEAD'];

/** `/` and `/docs`: for everybody, without a token. */
export const pageRoutes: Route[] = [
  { path: '/', methods, answer: () => html(homePage()) },
  { path: '/docs', methods, answer: () => html(docsPage()) },
  ...docsAssetNames.map((name) => ({
    path: `/docs/${name}`,
    methods,
    answer: ({ headers }: Request) => readDocsAsset(name, headers.get('accept-encoding') ?? ''),
  })),
];

/** A page that loads nothing from elsewhere and may not be framed. */
function html(body: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      'Referrer-Policy': 'no-referrer',
    },
  });
}
