import { ApiError } from '../api-error.ts';
import type { Caller } from '../http/caller.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import type { OperatorPage } from '../pages/operators/routes.ts';
import type {
  AuthenticatedOperator,
  OperatorAuthenticator,
} from '../services/access/authenticate-operator.ts';
import { sessionOf, signInLocation } from './sign-in.ts';

/**
 * Returns the operator of a request, identified by `Authorization: Bearer <operator token>` or by the session of a
 * browser. Returns undefined if the request has no valid token or session.
 *
 * @throws ApiError `rate_limit_exceeded` (too many invalid ones), `service_unavailable`
 */
export async function operatorOfRequest(
  operators: OperatorAuthenticator,
  request: Request,
  { address, isSecure }: Caller,
): Promise<AuthenticatedOperator | undefined> {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1];
  if (bearer !== undefined) return operators.ofToken(bearer, address);
  const session = sessionOf(request, isSecure);
  return session === undefined ? undefined : operators.ofSession(session, address);
}

/**
 * Requires an operator of any role.
 *
 * @throws ApiError `operator_token_invalid`, `rate_limit_exceeded`, `service_unavailable`
 */
export async function requireOperator(
  operators: OperatorAuthenticator,
  request: Request,
  context: RequestContext,
): Promise<AuthenticatedOperator> {
  const operator = await operatorOfRequest(operators, request, context);
  if (!operator) throw new ApiError('operator_token_invalid');
  context.operatorId = operator.id;
  return operator;
}

/** Restricts a route to operators of any role. Others get `operator_token_invalid`. */
export function forOperators(operators: OperatorAuthenticator, route: Route): Route {
  return {
    ...route,
    answer: async (request, context, target) => {
      await requireOperator(operators, request, context);
      return route.answer(request, context, target);
    },
  };
}

/**
 * Returns the operator of a request for a page, or for another browser the redirect to the sign-in page, which leads back.
 *
 * @throws ApiError `operator_token_invalid` (not a browser), `rate_limit_exceeded`, `service_unavailable`
 */
export async function operatorOrSignIn(
  operators: OperatorAuthenticator,
  request: Request,
  context: RequestContext,
): Promise<AuthenticatedOperator | Response> {
  const operator = await operatorOfRequest(operators, request, context);
  if (operator) {
    context.operatorId = operator.id;
    return operator;
  }
  if (!acceptsPage(request)) throw new ApiError('operator_token_invalid');
  const { pathname, search } = new URL(request.url);
  // A form is lost. The page that it was sent from has its values in its address.
  const from = URL.parse((request.method === 'POST' && request.headers.get('referer')) || '');
  return toSignIn(pathname + (from?.pathname === pathname ? from.search : search));
}

/** Returns true for a browser that opens an address. */
export const acceptsPage = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html');

/** Restricts a page to operators of any role. */
export function forSignedIn(operators: OperatorAuthenticator, page: OperatorPage): Route {
  return {
    ...page,
    answer: async (request, context, target) => {
      const operator = await operatorOrSignIn(operators, request, context);
      if (operator instanceof Response) return operator;
      return page.answer(request, context, target, operator);
    },
  };
}

/** Redirects to the sign-in page, which then leads to `next`. */
export function toSignIn(next: string): Response {
  return new Response(null, { status: 303, headers: { Location: signInLocation(next) } });
}
