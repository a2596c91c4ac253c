import { layout, pageHeaders } from './layout.ts';

/** What a browser is shown where there is nothing. */
export function notFoundPage(): Response {
  return new Response(body, {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept', ...pageHeaders },
  });
}

const body = layout({
  title: 'Not found · Courtbridge',
  description: 'There is no page at this address.',
  body: `<main id="site-content" class="alone" tabindex="-1">
<p class="code-404" aria-hidden="true">404</p>
<h1>Out of court</h1>
<p>There is no page at this address. Check its spelling, or go on from one of these:</p>
<ul class="cards">
<li><a href="/">Courtbridge</a> What runs here, and where to begin.</li>
<li><a href="/docs">Guides</a> Every task, step by step.</li>
<li><a href="/docs/reference">Reference</a> Every operation, field and error.</li>
</ul>
<p>A program is answered in JSON: <code>route_not_found</code>.</p>
</main>`,
});
