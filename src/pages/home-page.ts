/** The first page: what runs here, and where to go. */
export function homePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Courtbridge</title>
<link rel="icon" href="/docs/favicon.png">
<style>${style}</style>
</head>
<body>
<header>
  <svg viewBox="0 0 240 120" role="img" aria-label="A tennis court seen from above">
    <rect x="6" y="6" width="228" height="108"/>
    <path d="M6 22H234M6 98H234M62 22V98M178 22V98M62 60H178M120 0V120"/>
  </svg>
  <div>
    <h1>Courtbridge</h1>
    <p>The partner gateway of a sports platform. Other companies' systems create users here and put court
    bookings into it: safely repeated, never doubled, never lost.</p>
  </div>
</header>
<main>
  <section>
    <h2>To begin with</h2>
    <article>
      <h3><b>POST</b> <code>/api/v1/external-services/{externalServiceId}/users</code></h3>
      <p>Create a user that your service manages.</p>
    </article>
    <article>
      <h3><b>PUT</b> <code>/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}</code></h3>
      <p>Create or update a court booking by your own booking id. Stale writes, version conflicts and overlaps are
      refused, and say why.</p>
    </article>
    <article>
      <h3><b>GET</b> <code>/api/v1/external-services/{externalServiceId}/changes</code></h3>
      <p>Everything that happened to your bookings, users and courts, by whomever, in order; signed webhooks push the same.</p>
    </article>
    <p>There are more: read, list, cancel and import bookings, find courts and free times, correct and erase users:
    <a href="/docs">all operations</a>.</p>
    <p>Every call carries <code>Authorization: Bearer &lt;token&gt;</code>; operators issue the tokens. A service
    that was started with demo data prints one, with <code>curl</code> lines to try it.</p>
  </section>
  <section>
    <h2>Where to go</h2>
    <ul>
      <li><a href="/docs">Reference</a> Read and try every field, rule and error.</li>
      <li><a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> For your generator or your tests.</li>
      <li><a href="/graphql">Operators’ GraphiQL</a> Set partners up, see why something was refused, step in.</li>
      <li><a href="/healthz">/healthz</a> This process is alive.</li>
      <li><a href="/readyz">/readyz</a> It can take requests: the database answers.</li>
    </ul>
  </section>
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --ink: #14231c; --soft: #4c5f55; --line: #d8e2dc; --card: #fff; --page: #f3f7f4; --accent: #0f6b47; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6efe9; --soft: #a7b8ae; --line: #2c3a33; --card: #18221d; --page: #0f1613; --accent: #62d6a0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
header { background: #0f3d2e; color: #fff; padding: 48px max(24px, calc(50vw - 480px)); display: flex; gap: 40px; align-items: center; }
header svg { width: 220px; flex: none; fill: #1c6b4d; stroke: #e9fff5; stroke-width: 2.5; }
header svg path { fill: none; }
h1 { margin: 0 0 8px; font-size: 44px; letter-spacing: -0.02em; line-height: 1.1; }
header p { margin: 0; color: #d5eee2; max-width: 34em; }
main { max-width: 1008px; margin: 0 auto; padding: 32px 24px 64px; }
h2 { font-size: 22px; margin: 24px 0 12px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 0 0 12px; }
h3 { margin: 0 0 6px; font-size: 15px; font-weight: 400; overflow-wrap: anywhere; }
h3 b { color: var(--accent); margin-right: 8px; }
article p { margin: 0; color: var(--soft); }
code { font: 0.92em ui-monospace, monospace; }
ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 12px; }
li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; color: var(--soft); }
p a { color: var(--accent); }
li a { display: block; font-weight: 600; color: var(--accent); text-decoration: none; }
li a:hover, li a:focus { text-decoration: underline; }
@media (max-width: 640px) { header { flex-direction: column; align-items: flex-start; padding-block: 32px; } header svg { width: 160px; } h1 { font-size: 34px; } }
`;
