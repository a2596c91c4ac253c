import { createHash } from 'node:crypto';
import { compressibleResponse } from '../../http/compress.ts';
import { html, raw } from '../../pages/html.ts';
import { isKnown } from '../../pages/kept-response.ts';
import { mark } from '../../pages/layout.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { schema } from '../schema/schema.ts';
import { graphiqlFolder } from './graphiql-files.ts';
import { graphiqlSettings } from './graphiql-settings.ts';
import { readPlaybook } from './read-playbook.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie',
  // GraphiQL sets inline styles and embeds its fonts in its style sheet.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Returns the GraphiQL page, which needs no internet access. A bar above it shows the operator and the playbook. */
export async function graphiqlPage(request: Request, operator: AuthenticatedOperator): Promise<Response> {
  const page = pageFor(operator, new URL(request.url).host, await graphiqlFolder(), await settings());
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, {
      status: 304,
      headers: { ...headers, Vary: 'Cookie, Accept-Encoding', ETag: etag },
    });
  return compressibleResponse(request, page, { headers: { ...headers, ETag: etag } });
}

let made: Promise<string> | undefined;

/** Returns the settings as JSON, escaped so that they cannot close their element. */
function settings(): Promise<string> {
  made ??= readPlaybook().then((tasks) =>
    JSON.stringify(graphiqlSettings(schema, tasks)).replaceAll('<', '\\u003c'),
  );
  return made;
}

function pageFor(
  { id, name, role }: AuthenticatedOperator,
  host: string,
  files: string,
  json: string,
): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0f3d2e">
<title>Operators · Courtbridge</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files}/graphiql.css">
<link rel="stylesheet" href="${files}/operator.css">
<script src="${files}/operator.js" defer></script>
<script src="${files}/graphiql.js" defer></script>
</head>
<body data-operator="${id}" data-files="${files}">
<header class="bar">
<h1>Operators</h1>
<a class="brand" href="/" aria-label="Courtbridge">${mark}<span>Courtbridge</span></a>
<div class="work">
<button type="button" id="open-playbook" popovertarget="playbook">Playbook</button>
<button type="button" id="run" hidden>Run</button>
</div>
<dl class="who">
<div><dt>Signed in</dt><dd class="name" title="${name}">${name}</dd></div>
<div><dt>Role</dt><dd class="role">${role}</dd></div>
<div><dt>Environment</dt><dd class="host" title="${host}">${host}</dd></div>
</dl>
<nav aria-label="Main"><a href="/operators">Overview</a><a href="/docs">Guides</a></nav>
<form method="post" action="/sign-out" id="sign-out"><button type="submit">Sign out</button></form>
</header>
<div popover id="playbook" role="dialog" aria-labelledby="playbook-title">
<div class="head">
<h2 id="playbook-title">Playbook</h2>
<input type="search" id="find" placeholder="Find a task or a question" aria-label="Find a task or a question" autocomplete="off" autofocus>
<button type="button" id="close-playbook" popovertarget="playbook" popovertargetaction="hide">Close</button>
</div>
<div id="tasks">
<section id="saved"><h3>Saved by operators</h3><ul></ul><p id="saved-told" role="status"></p></section>
</div>
<p id="nothing" role="status" hidden>No matching tasks or questions.</p>
</div>
<main id="root"><p class="loading">GraphiQL is loading.</p></main>
<noscript><p class="loading">GraphiQL needs JavaScript.</p></noscript>
<dialog id="ended" aria-labelledby="ended-title">
<h2 id="ended-title">Your session has ended</h2>
<p>Your last request was not executed. Your tabs are kept. Sign in again to continue.</p>
<p><a class="button" href="/sign-in?next=%2Fgraphql">Sign in</a></p>
</dialog>
<script type="application/json" id="settings">${raw(json)}</script>
</body>
</html>
`);
}
