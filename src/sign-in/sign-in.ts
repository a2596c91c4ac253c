import { ApiError } from '../api-error.ts';
import type { Database } from '../db/connection/database.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Html, html } from '../pages/html.ts';
import type { OperatorAuthenticator } from '../services/access/authenticate-operator.ts';
import { sessionHours } from '../services/operators/operator-session.ts';
import { type RejectedSignIns, startRecordedSession } from '../services/operators/record-sign-ins.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { rejectForeign } from './reject-foreign.ts';

const sessionName = 'courtbridge_session';
const maxFormBytes = 4_096;

export interface SignInDependencies {
  database: Database;
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  rejectedSignIns: RejectedSignIns;
  operators: OperatorAuthenticator;
  /** An additional way to sign in. */
  provider?: IdentityProvider | undefined;
}

export function sessionOf(request: Request, isSecure: boolean): string | undefined {
  return cookieOf(request, sessionName, isSecure);
}

/** Returns the value of a cookie that `cookie` has set. */
export function cookieOf(request: Request, name: string, isSecure: boolean): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  return new RegExp(`(?:^|;\\s*)${cookieName(name, isSecure)}=([^;\\s]+)`).exec(cookies)?.[1];
}

/**
 * Behind TLS a browser accepts such a cookie only over TLS and only from this host, without a domain and with the path
 * `/`. So neither another host of the domain nor an attacker on a connection without TLS can set it (RFC 6265bis,
 * section 4.1.3.2).
 */
const cookieName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** Returns the value of `Set-Cookie`. An empty value for zero seconds deletes the cookie. */
export function cookie(
  name: string,
  isSecure: boolean,
  value: string,
  seconds: number,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName(name, isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/**
 * Exchanges the token of the form for a session, and redirects to the previous page or to the overview.
 *
 * @throws ApiError `rate_limit_exceeded`, `payload_too_large`, `invalid_schema` (an incomplete body),
 * `operator_permission_denied` (another site's form).
 */
export async function signIn(
  { operators, provider, rejectedSignIns, ...dependencies }: SignInDependencies,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  rejectForeign(request);
  if (Number(request.headers.get('content-length') ?? maxFormBytes + 1) > maxFormBytes) {
    throw new ApiError('payload_too_large', {
      message: 'The form is larger than 4 KiB. Send only the token.',
    });
  }
  const { address, isSecure, requestId } = context;
  const form = await request.text().catch(async () => {
    // The client disconnected, or was too slow.
    await operators.failed(address);
    rejectedSignIns.record('TOKEN', requestId);
    throw new ApiError('invalid_schema', { message: 'The form did not arrive whole. Send it again.' });
  });
  const token = new URLSearchParams(form).get('token')?.trim() ?? '';
  const next = wayBackOf(request);
  const operator = await operators.ofToken(token, address).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'rate_limit_exceeded')
      rejectedSignIns.record('TOKEN', requestId);
    throw error;
  });
  if (!operator) {
    rejectedSignIns.record('TOKEN', requestId);
    const fault = 'The token is invalid, revoked or expired. Enter the token of an operator.';
    return signInPage(provider?.settings.issuer.host, fault, 401, next);
  }
  context.operatorId = operator.id;
  const secret = await startRecordedSession(
    { ...dependencies, requestId },
    operator,
    'TOKEN',
    operator.endsAt,
  );
  return redirect(next, sessionCookie(isSecure, secret));
}

/**
 * Ends the session and redirects to the start page.
 *
 * @throws ApiError `rate_limit_exceeded`, `operator_permission_denied` (another site's form).
 */
export async function signOut(
  { operators }: SignInDependencies,
  request: Request,
  { address, isSecure }: RequestContext,
): Promise<Response> {
  rejectForeign(request);
  const secret = sessionOf(request, isSecure);
  if (secret !== undefined) await operators.endSession(secret, address);
  const response = redirect('/', cookie(sessionName, isSecure, '', 0));
  // Deletes GraphiQL's data: the tabs, their content and the history. (Browsers obey only over TLS and on this
  // machine.)
  response.headers.set('Clear-Site-Data', '"cache", "cookies", "storage"');
  return response;
}

const firstPage = '/operators';

/** Returns the address of the sign-in page, which then leads to `next`. */
export function signInLocation(next: string, at: '/sign-in' | '/sign-in/provider' = '/sign-in'): string {
  return next === firstPage ? at : `${at}?next=${encodeURIComponent(next)}`;
}

/** Returns the page to show after this sign-in. */
export function wayBackOf(request: Request): string {
  return wayBack(new URL(request.url).searchParams.get('next'));
}

/**
 * Accepts a page of operators, with its query. Anything else becomes the overview, so that a link of another site cannot
 * lead elsewhere.
 */
export function wayBack(next: unknown): string {
  const isOwn =
    typeof next === 'string' && /^\/(?:graphql|operators(?:\/[a-z-]+)?)(?:\?[!-[\]-~]*)?$/.test(next);
  return isOwn ? next : firstPage;
}

export function sessionCookie(isSecure: boolean, secret: string): string {
  return cookie(sessionName, isSecure, secret, sessionHours * 60 * 60);
}

function redirect(location: string, setCookie: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, 'Set-Cookie': setCookie } });
}

/**
 * Returns the sign-in page. `fault` says why a sign-in was rejected.
 *
 * @param provider the host of the identity provider, if there is one
 * @param next the page to show afterwards
 */
export function signInPage(provider?: string, fault?: string, status = 401, next = firstPage): Response {
  const byProvider = html`<a class="button" href="${signInLocation(next, '/sign-in/provider')}">Sign in with ${provider}</a>
<p class="or">or with the token of an operator</p>`;
  const form = html`<form class="sign-in" method="post" action="${signInLocation(next)}">
<h1>Courtbridge</h1>
<p>For the operators of the platform. Partners: see <a href="/docs">the guides</a>.</p>
${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
${provider !== undefined && byProvider}
<label for="token">Operator token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
</form>`;
  return page('sign in', form, fault === undefined ? 200 : status);
}

/** Returns the sign-out page. It has a button, so that a link of another site cannot sign anybody out. */
export function signOutPage(): Response {
  const form = html`<form class="sign-in" method="post" action="/sign-out">
<h1>Courtbridge</h1>
<p>Ends your session in this browser. Back to the <a href="/operators">overview</a>.</p>
<button type="submit">Sign out</button>
</form>`;
  return page('sign out', form, 200);
}

/** Returns a page in the style of the sign-in page. `head` is added to its head. */
export function page(title: string, form: Html, status: number, head?: Html): Response {
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Courtbridge: ${title}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">${head}
</head>
<body>
<main>
${form}
</main>
</body>
</html>
`;
  return new Response(String(body), { status, headers: pageHeaders });
}

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // Not no-referrer: the browser would then send the form without an origin.
  'Referrer-Policy': 'same-origin',
};
