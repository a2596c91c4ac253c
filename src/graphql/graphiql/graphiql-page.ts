import { createHash } from 'node:crypto';
import { compressibleResponse } from '../../http/compress.ts';
import { isKnown } from '../../http/if-none-match.ts';
import { html } from '../../pages/html.ts';
import { layout, type Page } from '../../pages/layout.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { graphiqlFolder } from './graphiql-files.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie',
  // GraphiQL sets inline styles and embeds its fonts in its style sheet.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Returns the GraphiQL page, which needs no internet access. */
export async function graphiqlPage(request: Request, operator: AuthenticatedOperator): Promise<Response> {
  const page = pageFor(operator, await graphiqlFolder());
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, {
      status: 304,
      headers: { ...headers, Vary: 'Cookie, Accept-Encoding', ETag: etag },
    });
  return compressibleResponse(request, page, { headers: { ...headers, ETag: etag } });
}

function pageFor(operator: AuthenticatedOperator, files: string): string {
  const page = {
    title: 'GraphiQL · Courtbridge',
    description: 'GraphiQL',
    section: '/graphql',
    isForOperators: true,
    head: html`<link rel="stylesheet" href="${files}/graphiql.css">
<link rel="stylesheet" href="${files}/page.css">
<script src="${files}/graphiql.js" defer></script>
<script type="module" src="${files}/start.js"></script>
`,
    body: html`<main id="site-content" tabindex="-1">
<h1 class="hidden">GraphiQL</h1>
<div id="root" data-operator="${operator.id}" data-files="${files}"><p>GraphiQL is loading.</p></div>
<noscript><p>GraphiQL needs JavaScript. <a href="/operators/playbook">Questions and tasks</a> do not.</p></noscript>
</main>`,
  } satisfies Page;
  return layout(page, operator);
}
