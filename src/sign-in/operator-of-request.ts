import { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import type {
  AuthenticatedOperator,
  OperatorAuthenticator,
} from '../services/access/authenticate-operator.ts';
import { sessionOf, signInLocation } from './sign-in.ts';

/**
 * Who asks: by `Authorization: Bearer <operator token>`, or by the session of a browser; undefined where neither is anybody's.
 *
 * @throws ApiError `rate_limit_exceeded` (too many that are nobody's), `service_unavailable`
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
 * The operator who asks, of any role.
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

/** What a route answers, for operators of any role; for others `operator_token_invalid`. */
export function forOperators(operators: OperatorAuthenticator, route: Route): Route {
  return {
    ...route,
    answer: async (request, context, target) => {
      await requireOperator(operators, request, context);
      return route.answer(request, context, target);
    },
  };
}

/** What a page answers, for operators of any role; a browser of somebody else is led to sign in, and back. */
export function forSignedIn(operators: OperatorAuthenticator, route: Route): Route {
  return {
    ...route,
    answer: async (request, context, target) => {
      const operator = await operatorOfRequest(operators, request, context);
      if (!operator) {
        if (!(request.headers.get('accept') ?? '').includes('text/html'))
          throw new ApiError('operator_token_invalid');
        return toSignIn(route.path + (target.rawQuery === '' ? '' : `?${target.rawQuery}`));
      }
      context.operatorId = operator.id;
      return route.answer(request, context, target);
    },
  };
}

/** Leads to the page to sign in, and from there to `next`. */
export function toSignIn(next: string): Response {
  return new Response(null, { status: 303, headers: { Location: signInLocation(next) } });
}
