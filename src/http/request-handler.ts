import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';
import { wellFormedRequestId } from '../rules/requests/request-headers.ts';
import type { Caller } from './caller.ts';
import { type Answer, errorResponse, toApiError } from './envelope.ts';
import { answerHeaders, type RequestContext } from './request-context.ts';
import { createRouter, pathOf, queryOf, type Route, type RouteMatch } from './router.ts';

/** Handles requests independently of the HTTP server. */
export interface RequestHandler {
  /**
   * Handles a request of a caller. `target` is the original path and query. In a `Request`, `.` and `..` are already
   * resolved.
   */
  fetch(request: Request, caller: Caller, target?: string): Promise<Response>;
  /** Returns the methods of a target, or undefined if the target does not exist. */
  methodsAt(target: string): string[] | undefined;
  /** Returns the page for people if the address and headers are too long, or undefined where only programs call. */
  tooLongPage?: ((target: string) => Pick<Answer, 'headers' | 'body'> | undefined) | undefined;
  /** Returns the response to a request that is rejected before it is read, or undefined for all others. */
  shed(incoming: IncomingMessage, caller: () => Caller): Answer | undefined;
}

/**
 * Wraps each request in a trace. `route` is the path's pattern, such as `/users/{userId}`, or undefined if no route
 * matches.
 */
export type TraceRequest = (
  request: Request,
  context: RequestContext,
  route: string | undefined,
  answer: () => Promise<Response>,
) => Promise<Response>;

export interface RequestHandlerOptions {
  routes: Route[];
  /** The page for browsers if no route matches a path. Programs, and everybody below `/api/`, get `route_not_found`. */
  notFoundPage: (path: string) => Response;
  /** Returns true if any request could be rejected before it is read. Otherwise that check is skipped. */
  rejectsUnread: () => boolean;
  /** Milliseconds from a monotonic clock. */
  monotonic: () => number;
  newId: () => string;
  traceRequest?: TraceRequest | undefined;
  /** Delays the response to a caller that is over its limit (429). `milliseconds`: time since the request arrived. */
  holdBack?: (context: RequestContext, milliseconds: number) => Promise<void>;
  /** Called before the response if no route matches. */
  onMiss: (context: RequestContext, method: string, path: string) => void;
  /** Called for every response with its duration. */
  onResponse: (context: RequestContext, status: number, milliseconds: number) => void;
}

/** Dispatches requests to routes. Returns an error if the path or the method does not exist. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const {
    routes,
    notFoundPage,
    rejectsUnread,
    monotonic,
    newId,
    holdBack,
    onMiss,
    traceRequest,
    onResponse,
  } = options;
  const matchRoute = createRouter(routes);
  const newContext = (caller: Caller, sentRequestId: string | null | undefined): RequestContext => ({
    ...caller,
    requestId: newId(),
    callerRequestId: wellFormedRequestId(sentRequestId),
  });

  return {
    fetch: async (request, caller, target = request.url) => {
      const startedAt = monotonic();
      const context = newContext(caller, request.headers.get('x-request-id'));
      const match = matchRoute(pathOf(target));
      const work = () => answerAt(match, notFoundPage, request, context, target);
      const response = traceRequest
        ? await traceRequest(request, context, match?.routes.get(request.method)?.path, work)
        : await work();
      if (response.status === 429) await holdBack?.(context, monotonic() - startedAt);
      if (!match?.routes.has(request.method)) onMiss(context, request.method, pathOf(target));
      onResponse(context, response.status, monotonic() - startedAt);
      return response;
    },
    methodsAt: (target) => {
      const match = matchRoute(pathOf(target));
      return match && [...match.routes.keys()];
    },
    shed: ({ method = '', url = '/', headers }, caller) => {
      if (!rejectsUnread()) return undefined;
      const startedAt = monotonic();
      const match = matchRoute(pathOf(url));
      let context: RequestContext | undefined;
      const answer = match?.routes.get(method)?.shed?.(match.rawParameters, () => {
        context = newContext(caller(), headers['x-request-id'] as string | undefined);
        return context;
      });
      if (answer && context) onResponse(context, answer.status, monotonic() - startedAt);
      return answer;
    },
  };
}

/** Runs the matching route and converts anything it throws into a response. */
async function answerAt(
  match: RouteMatch | undefined,
  notFoundPage: (path: string) => Response,
  request: Request,
  context: RequestContext,
  target: string,
): Promise<Response> {
  try {
    if (!match) throw new ApiError('route_not_found');
    const route = match.routes.get(request.method);
    if (!route) throw new ApiError('method_not_allowed');
    const { rawParameters } = match;
    if (route.operation) context.operation = route.operation;
    const response = await route.answer(request, context, { rawParameters, rawQuery: queryOf(target) });
    if (!route.bringsHeaders) addHeaders(response, context);
    return response;
  } catch (thrown) {
    context.error = toApiError(thrown);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!match && isReading && expectsPage(target, request.headers.get('accept'))) {
      const response = notFoundPage(pathOf(target));
      addHeaders(response, context);
      return response;
    }
    const isWrongMethod = match && context.error.type === 'method_not_allowed';
    const headers = {
      ...answerHeaders(context),
      ...(isWrongMethod ? { Allow: [...match.routes.keys()].join(', ') } : {}),
    };
    const [route] = match?.routes.values() ?? [];
    return errorResponse(context.error, headers, route?.errorBody?.(context.error, context));
  }
}

/**
 * Returns true for a browser. Browsers accept HTML explicitly, programs accept anything. The partner API is for programs,
 * and some of them accept HTML: Java's default `Accept` lists it first.
 */
export const expectsPage = (target: string, accept: string | null) =>
  /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(accept ?? '') && !/^\/api(?:\/|$)/.test(pathOf(target));

function addHeaders({ headers }: Response, context: RequestContext): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  // Without explicit caching rules, a response may be private. For example, a redirect sets a session cookie.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(answerHeaders(context))) headers.set(name, value);
}
