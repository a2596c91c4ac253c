import { type Html, html, limited } from './html.ts';

export interface Page {
  title: string;
  /** For search engines and previews. */
  description: string;
  /** The link in the header that is marked as current. */
  section?: (typeof sandboxLinks)[number][0] | (typeof operatorLinks)[number][0];
  /** True for pages of operators, which have their own links in the header. */
  isForOperators?: boolean;
  /** The content between header and footer, with one `<main id="site-content">`. */
  body: Html;
  /** True if the page has a list of pages, which a button opens in a narrow window. */
  hasMenu?: boolean;
  /** Additional elements of the head. */
  head?: Html;
}

const links = [
  ['/docs', 'Guides'],
  ['/docs/reference', 'Reference'],
] as const;

/** Only in the process of the sandbox. */
const sandboxLinks = [...links, ['/sandbox', 'Sandbox']] as const;

const operatorLinks = [
  ['/operators', 'Overview'],
  ['/operators/calendar', 'Calendar'],
  ['/operators/playbook', 'Questions and tasks'],
  ['/graphql', 'GraphiQL'],
  ['/sign-out', 'Sign out'],
] as const;

/** The court of the icon as inline SVG. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect x="3" y="7" width="26" height="18" rx="1.5"/><path d="M3 10.5h26M3 21.5h26M9.5 10.5v11M22.5 10.5v11M9.5 16h13M16 7v18"/></svg>`;

/** The search field of operators. */
const findForm = html`<form class="find" role="search" action="/operators/search"><input type="search" name="text" aria-label="Search for a name, ID or e-mail address" aria-keyshortcuts="/ Control+K" placeholder="Search: press /" required${limited}><button type="submit">Find</button></form>
`;

/** The search field of the documentation. A script shows results during typing. */
const searchForm = html`<form class="find search" role="search" action="/docs/search"><input type="search" name="q" aria-label="Search in the documentation" aria-keyshortcuts="/ Control+K" placeholder="Search ( / )" required maxlength="100" autocomplete="off"><button type="submit">Search</button><div class="found" aria-live="polite" hidden></div></form>
`;

/** Who is signed in. */
export interface Viewer {
  id: string;
  name: string;
  role: string;
}

/** The frame of every page: head, skip link, header and footer. */
export function layout(page: Page, viewer?: Viewer): string {
  const { title, description, section, isForOperators = false, body, hasMenu = false, head } = page;
  const partnerLinks = section === '/sandbox' ? sandboxLinks : links;
  const top = (isForOperators ? operatorLinks : partnerLinks).map(
    ([path, text]) => html`<a href="${path}"${path === section && html` aria-current="true"`}>${text}</a>`,
  );
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0f3d2e">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
${head}<script src="/assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#site-content">Skip to the content</a>
<header class="top">
<div>
<a class="brand" href="/">${mark}Courtbridge</a>
<nav aria-label="Main">${top}</nav>
${isForOperators ? findForm : searchForm}${
  viewer &&
  html`<p class="viewer"><a href="/operators/operator?operatorId=${viewer.id}"><span class="hidden">Signed in as </span><bdi>${viewer.name}</bdi></a> <span>${viewer.role.toLowerCase()}</span></p>
`
}${
  hasMenu &&
  html`<button class="menu" type="button" popovertarget="site-pages">Pages</button>
`
}</div>
</header>
${body}
<footer>
<div>
<p>Courtbridge, the partner gateway of a sports platform.</p>
<ul>
<li><a href="/api/v1/openapi.json">OpenAPI document</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/operators">For operators</a></li>
</ul>
</div>
</footer>
</body>
</html>
`);
}

/** Allows no external resources and no inline scripts or styles, and forbids framing. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
};
