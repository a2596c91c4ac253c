import { escapeHtml } from './escape-html.ts';
import type { Guide } from './guides/guides.ts';
import { layout } from './layout.ts';

/** The first page: what runs here, and the first step of whoever comes. */
export function homePage(guides: Guide[]): string {
  const [first] = guides;
  const isThere = (name: string) => guides.some((guide) => guide.name === name);
  return layout({
    title: 'Courtbridge',
    description:
      'The partner gateway of a sports platform: systems of partners create users and put court bookings into it.',
    body: `<main id="site-content" tabindex="-1">
<div class="hero">
<div>
<svg viewBox="0 0 240 120" role="img" aria-label="A tennis court seen from above">
<rect x="6" y="6" width="228" height="108"/>
<path d="M6 22H234M6 98H234M62 22V98M178 22V98M62 60H178M120 0V120"/>
</svg>
<div>
<h1>Courtbridge</h1>
<p>The partner gateway of a sports platform. Other companies’ systems create users here and put court
bookings into it: safely repeated, never doubled, never lost.</p>
</div>
</div>
</div>
<div class="home">
<section>
<h2>Where do you begin?</h2>
<ul class="doors">
<li>
<h3>With any language</h3>
<p>You connect a system of yours by REST and JSON. An operator gives you a token; the rest can be asked for.</p>
<p class="step"><a class="button" href="/docs/${first!.name}">${escapeHtml(first!.title)}</a> <a href="/docs">All guides</a></p>
</li>
<li>
<h3>With the SDK</h3>
<p>You write TypeScript or JavaScript: typed to the last error, repeated by itself.</p>
<pre tabindex="0" role="group" aria-label="How to install the SDK"><code>npm install "$BASE_URL/sdk.tgz"</code></pre>
<p><code>BASE_URL</code> is the address of this service.</p>
<p class="step"><a class="button" href="${isThere('sdk') ? '/docs/sdk' : '/docs'}">What it does for you</a></p>
</li>
<li>
<h3>As an operator</h3>
<p>You run the platform: set partners up, see why a call was refused, step in. GraphiQL opens with a playbook.</p>
<p class="step"><a class="button" href="/graphql">Sign in</a> <a href="/operators">Overview</a></p>
</li>
</ul>
</section>
<section>
<h2>What partners do with it</h2>
<ul class="calls">
${call('POST', '/users', 'createUser', 'Create a user that your service manages.')}
${call('PUT', '/court-bookings/by-external-id/{externalCourtBookingId}', 'upsertCourtBooking', 'Create or update a court booking by your own booking id. Stale writes, version conflicts and overlaps are refused, and say why.')}
${call('GET', '/changes', 'listChanges', 'Everything that happened to your bookings, users and courts, by whomever, in order; signed webhooks push the same.')}
</ul>
<p>There are more: read, list, cancel and import bookings, find courts and free times, correct and erase users.
The <a href="/docs/reference">reference</a> has all operations, and you can <a href="/docs/try">try them</a>. A service that
was started with demo data prints a token, with <code>curl</code> lines to begin with.</p>
</section>
<section>
<h2>For programs</h2>
<ul class="plain">
<li><a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> for your generator or your tests</li>
<li><a href="/llms.txt">llms.txt</a>: the guides as Markdown</li>
<li><a href="/healthz">/healthz</a>: this process is alive</li>
<li><a href="/readyz">/readyz</a>: it can take requests, the database answers</li>
</ul>
</section>
</div>
</main>`,
  });
}

function call(method: string, path: string, operationId: string, text: string): string {
  const [before, id] = path.split('{') as [string, string?];
  const shown = `…${before.replaceAll('/', '<wbr>/')}${id === undefined ? '' : `<wbr>{${id}`}`;
  return `<li>
<h3><a href="/docs/reference#${operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>${shown}</code></a></h3>
<p>${text}</p>
</li>`;
}
