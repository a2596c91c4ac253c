import { codeBlock } from './code/code-block.ts';
import type { Guide } from './guides/guides.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

export function homePage(guides: Guide[]): string {
  const [first] = guides;
  const isThere = (name: string) => guides.some((guide) => guide.name === name);
  return layout({
    title: 'Courtbridge',
    description: 'The partner gateway of a sports platform. Partner systems create users and court bookings.',
    body: html`<main id="site-content" tabindex="-1">
<div class="hero">
<div>
<svg viewBox="0 0 240 120" role="img" aria-label="A tennis court seen from above">
<rect x="6" y="6" width="228" height="108"/>
<path d="M6 22H234M6 98H234M62 22V98M178 22V98M62 60H178M120 0V120"/>
</svg>
<div>
<h1>Courtbridge</h1>
<p>The partner gateway of a sports platform. Partner systems create users and court bookings. Every request
is safe to repeat: bookings are neither duplicated nor lost.</p>
</div>
</div>
</div>
<div class="home">
<section>
<h2>Get started</h2>
<ul class="doors">
<li>
<h3>With any language</h3>
<p>Connect your system with REST and JSON. An operator gives you a token.</p>
<p class="step"><a class="button" href="/docs/${first!.name}">${first!.title}</a> <a href="/docs">All guides</a></p>
</li>
<li>
<h3>With the SDK</h3>
<p>For TypeScript and JavaScript. All errors are typed, and requests are repeated automatically.</p>
${codeBlock({ language: 'sh', text: `npm i "$(curl -so /dev/null -w '%{redirect_url}' "$BASE_URL/sdk.tgz")"` }, 'How to install the SDK')}<p><code>BASE_URL</code> is the address of this service. The command installs its newest build of the SDK, whose address never changes.</p>
<p class="step"><a class="button" href="${isThere('sdk') ? '/docs/sdk' : '/docs'}">About the SDK</a></p>
</li>
<li>
<h3>As an operator</h3>
<p>Set up partners, find out why a request failed, and change bookings. Common questions and tasks have pages.</p>
<p class="step"><a class="button" href="/graphql">Sign in</a> <a href="/operators">Overview</a></p>
</li>
</ul>
</section>
<section>
<h2>Common operations</h2>
<ul class="calls">
${call('POST', '/users', 'createUser', 'Create a user that your service manages.')}
${call('PUT', '/court-bookings/by-external-id/{externalCourtBookingId}', 'upsertCourtBooking', 'Create or update a court booking by your own booking id. Stale writes, version conflicts and overlaps are rejected with a reason.')}
${call('GET', '/changes', 'listChanges', 'Read all changes to your bookings, users and courts in order. Signed webhooks send the same changes.')}
</ul>
<p>You can also read, list, cancel and import bookings, find courts and free times, and correct and erase users.
The <a href="/docs/reference">reference</a> has all operations, and you can try them there. A service
with demo data prints a token and <code>curl</code> examples at startup.</p>
</section>
<section>
<h2>For programs</h2>
<ul class="plain">
<li><a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> for your generator or your tests</li>
<li><a href="/llms.txt">llms.txt</a>: the guides as Markdown</li>
<li><a href="/healthz">/healthz</a>: the process is running</li>
<li><a href="/readyz">/readyz</a>: the process can serve requests, and the database responds</li>
</ul>
</section>
</div>
</main>`,
  });
}

function call(method: string, path: string, operationId: string, text: string): Html {
  return html`<li>
<h3><a href="/docs/reference/${operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>…${path.split(/(?=[/{])/).map((part) => html`<wbr>${part}`)}</code></a></h3>
<p>${text}</p>
</li>`;
}
