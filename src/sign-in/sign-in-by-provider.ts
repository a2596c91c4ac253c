import { ApiError } from '../api-error.ts';
import { ownOrigin } from '../http/own-origin.ts';
import type { RequestContext } from '../http/request-context.ts';
import { html } from '../pages/html.ts';
import { startRecordedSession } from '../services/operators/record-sign-ins.ts';
import { signInByIdentity } from '../services/operators/sign-in-by-identity.ts';
import {
  type IdentityProvider,
  IdentityProviderFailure,
  InvalidCallback,
  type KeptSignIn,
} from './identity-provider.ts';
import {
  cookie,
  cookieOf,
  page,
  type SignInDependencies,
  sessionCookie,
  signInPage,
  wayBack,
  wayBackOf,
} from './sign-in.ts';

export interface ProviderSignInDependencies extends SignInDependencies {
  provider: IdentityProvider;
  /** Called if the provider failed or rejected a sign-in. */
  onProviderFailure: (failure: IdentityProviderFailure) => void;
}

const callbackPath = '/sign-in/callback';
/** Time limit for the sign-in at the provider. */
const keptSeconds = 600;
const keptName = 'courtbridge_sign_in';
/** The format of the random values that are kept: 256 bits in base64url. */
const randomPattern = /^[\w-]{43}$/;

/** The data that is kept during the sign-in at the provider, and the page to show afterwards. */
type Kept = KeptSignIn & { next: string };

export async function beginSignIn(
  { provider, operators, onProviderFailure }: ProviderSignInDependencies,
  request: Request,
  { isSecure, address }: RequestContext,
): Promise<Response> {
  try {
    // Counted before the request to the provider, because anybody can cause one.
    if (!provider.isKnown) await operators.failed(address);
    const { location, kept } = await provider.begin(ownUrl(request, isSecure).href);
    const value = Buffer.from(JSON.stringify({ ...kept, next: wayBackOf(request) })).toString('base64url');
    return new Response(null, {
      status: 303,
      headers: { Location: location, 'Set-Cookie': keptCookie(isSecure, value, keptSeconds) },
    });
  } catch (error) {
    return failed(error, provider, onProviderFailure);
  }
}

/**
 * Completes the sign-in when the browser returns from the provider. It continues from a page of its own, because the
 * session's cookie is SameSite=Strict. Browsers do not send it with a redirect that another site began.
 */
export async function completeSignIn(
  {
    provider,
    database,
    newId,
    now,
    operators,
    rejectedSignIns,
    onProviderFailure,
  }: ProviderSignInDependencies,
  request: Request,
  requestContext: RequestContext,
): Promise<Response> {
  const { isSecure, address, requestId } = requestContext;
  const { host } = provider.settings.issuer;
  const kept = keptOf(request, isSecure);
  if (!kept)
    return signInPage(host, 'It took too long, or was begun in another browser. Sign in again.', 400);
  try {
    // As in `beginSignIn`.
    await operators.failed(address);
    const callback = ownUrl(request, isSecure);
    callback.search = new URL(request.url).search;
    const identity = await provider.complete(callback, kept);
    const context = { database, newId, now, requestId };
    const operator = await signInByIdentity(context, identity, provider.settings.groupOfRole);
    requestContext.operatorId = operator.id;
    const secret = await startRecordedSession(context, operator, 'IDENTITY_PROVIDER');
    const { next } = kept;
    const body = html`<div class="sign-in"><h1>Courtbridge</h1><p>Signed in. <a href="${next}">Go on</a>.</p></div>`;
    const head = html`<meta http-equiv="refresh" content="0;url=${next}">`;
    const response = page('signed in', body, 200, head);
    response.headers.append('Set-Cookie', sessionCookie(isSecure, secret));
    response.headers.append('Set-Cookie', keptCookie(isSecure, '', 0));
    return response;
  } catch (error) {
    const type = error instanceof ApiError ? error.type : undefined;
    const isInvalid = error instanceof InvalidCallback;
    const isRejected = type === 'operator_permission_denied' || type === 'rate_limit_exceeded';
    if (isInvalid || isRejected || error instanceof IdentityProviderFailure)
      rejectedSignIns.record('IDENTITY_PROVIDER', requestId);
    if (isInvalid)
      return signInPage(
        host,
        `${host} did not confirm this sign-in. Begin again, and complete it there.`,
        400,
      );
    if (type === 'operator_permission_denied') return signInPage(host, (error as ApiError).message, 403);
    return failed(error, provider, onProviderFailure);
  }
}

function failed(
  error: unknown,
  { settings }: IdentityProvider,
  onProviderFailure: ProviderSignInDependencies['onProviderFailure'],
): Response {
  if (!(error instanceof IdentityProviderFailure)) throw error;
  onProviderFailure(error);
  const fault =
    'The identity provider could not be reached, or gave no valid response. The log has the reason. Try again, or sign in with a token.';
  return signInPage(settings.issuer.host, fault, 502);
}

/** Returns the redirect URI, with the host name by which the browser reached the service. */
function ownUrl(request: Request, isSecure: boolean): URL {
  return new URL(callbackPath, ownOrigin(request, { isSecure }));
}

function keptCookie(isSecure: boolean, value: string, seconds: number): string {
  // Lax, because the browser must send it when the provider redirects back.
  return cookie(keptName, isSecure, value, seconds, 'Lax');
}

function keptOf(request: Request, isSecure: boolean): Kept | undefined {
  const value = cookieOf(request, keptName, isSecure);
  if (value === undefined) return undefined;
  try {
    const { state, nonce, verifier, next } = JSON.parse(Buffer.from(value, 'base64url').toString());
    const isWellFormed = [state, nonce, verifier].every((one) => randomPattern.test(String(one)));
    return isWellFormed ? { state, nonce, verifier, next: wayBack(next) } : undefined;
  } catch {
    return undefined;
  }
}
