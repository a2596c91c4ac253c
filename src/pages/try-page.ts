import { html } from './html.ts';
import { layout } from './layout.ts';

/** The page with Swagger UI, in our layout. */
export function tryPage(): string {
  return layout({
    title: 'Try it · Courtbridge',
    description: 'Send calls of the partner interface from this page.',
    section: '/docs/try',
    // Before the first paint.
    head: html`<script src="/assets/dark-mode.js"></script>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/assets/try.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/assets/try.js" defer></script>
`,
    // Swagger UI contains the main landmark.
    body: html`<section id="site-content" class="try" tabindex="-1" aria-labelledby="try">
<h1 id="try">Try it</h1>
<p>Calls are sent to this service and change real data. Press <b>Authorize</b> and enter your token. It stays in this browser. For reading,
use the <a href="/docs/reference">reference</a>.</p>
<div id="swagger-ui"></div>
<noscript><p>This page needs JavaScript. The <a href="/docs/reference">reference</a> does not.</p></noscript>
</section>`,
  });
}

/** Swagger UI sets inline styles, and its style sheet embeds images. */
export const tryHeaders = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'Referrer-Policy': 'no-referrer',
};
