import { html } from './html.ts';
import { layout, pageHeaders } from './layout.ts';
import { problemPage } from './operators/problem-page.ts';

/** The 404 page for browsers. */
export function notFoundPage(path: string): Response {
  return new Response(path.startsWith('/operators/') ? bodyForOperators : body, {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept', ...pageHeaders },
  });
}

const bodyForOperators = layout(problemPage('Not found', 'This page does not exist. Check the address.'));

const body = layout({
  title: 'Not found · Courtbridge',
  description: 'This page does not exist.',
  body: html`<main id="site-content" class="alone" tabindex="-1">
<p class="code-404" aria-hidden="true">404</p>
<h1>Page not found</h1>
<p>This page does not exist. Check the address, or continue with one of these pages:</p>
<ul class="cards">
<li><a href="/">Courtbridge</a> The start page.</li>
<li><a href="/docs">Guides</a> All tasks, step by step.</li>
<li><a href="/docs/reference">Reference</a> All operations, fields and errors.</li>
</ul>
<p>Programs receive JSON with the error <code>route_not_found</code>.</p>
</main>`,
});
