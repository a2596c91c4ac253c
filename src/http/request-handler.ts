import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Caller } from './caller.ts';
import { type Answer, errorResponse, toApiError } from './envelope.ts';
import { answerHeaders, type RequestContext, wellFormedRequestId } from './request-context.ts';
import { createRouter, pathOf, queryOf, type Route, type RouteMatch } from './router.ts';

/** Answers requests, whatever carries them. */
export interface RequestHandler {
  /**
   * Answers a request of a caller. `target`: the path and query as they were sent; a `Request` has rewritten `.` and
   * `..` in them.
   */
  fetch(request: Request, caller: Caller, target?: string): Promise<Response>;
  /** The methods at a target; undefined if there is nothing. */
  methodsAt(target: string): string[] | undefined;
  /** The answer to a request that is refused before it is read; undefined for all others. */
  shed(incoming: IncomingMessage, caller: () => Caller): Answer | undefined;
}

/** Told of each request while it is answered. `route`: the path's pattern, such as `/users/{userId}`; undefined where there is none. */
export type TraceRequest = (
  request: Request,
  context: RequestContext,
  route: string | undefined,
  answer: () => Promise<Response>,
) => Promise<Response>;

export interface RequestHandlerOptions {
  routes: Route[];
  /** What a browser is shown where there is nothing; a program is answered `route_not_found`. */
  notFoundPage: () => Response;
  /** Whether any request would be refused before it is read: else nothing is spent on finding that out. */
  refusesUnread: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  newId: () => string;
  traceRequest?: TraceRequest | undefined;
  /** Waited for before a caller is told that it is over its limit (429); `milliseconds`: since its request came. */
  holdBack?: (context: RequestContext, milliseconds: number) => Promise<void>;
  /** Told of a request for which there is no route, before its answer. */
  onMiss: (context: RequestContext, method: string, path: string) => void;
  /** Told of every answer, and how long it took. */
  onAnswer: (context: RequestContext, status: number, milliseconds: number) => void;
}

/** The one place where a request finds what answers it, or hears that there is no such path, or no such method there. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { routes, notFoundPage, refusesUnread, monotonic, newId, holdBack, onMiss, traceRequest, onAnswer } =
    options;
  const placeOf = createRouter(routes);
  const newContext = (caller: Caller, sentRequestId: string | null | undefined): RequestContext => ({
    ...caller,
    requestId: newId(),
    callerRequestId: wellFormedRequestId(sentRequestId ?? undefined),
  });

  return {
    fetch: async (request, caller, target = request.url) => {
      const startedAt = monotonic();
      const context = newContext(caller, request.headers.get('x-request-id'));
      const place = placeOf(pathOf(target));
      const work = () => answerAt(place, notFoundPage, request, context, target);
      const response = traceRequest
        ? await traceRequest(request, context, place?.routes.get(request.method)?.path, work)
        : await work();
      if (response.status === 429) await holdBack?.(context, monotonic() - startedAt);
      if (!place?.routes.has(request.method)) onMiss(context, request.method, pathOf(target));
      onAnswer(context, response.status, monotonic() - startedAt);
      return response;
    },
    methodsAt: (target) => {
      const place = placeOf(pathOf(target));
      return place && [...place.routes.keys()];
    },
    shed: ({ method = '', url = '/', headers }, caller) => {
      if (!refusesUnread()) return undefined;
      const startedAt = monotonic();
      const place = placeOf(pathOf(url));
      let context: RequestContext | undefined;
      const answer = place?.routes.get(method)?.shed?.(place.rawParameters, () => {
        context = newContext(caller(), headers['x-request-id'] as string | undefined);
        return context;
      });
      if (answer && context) onAnswer(context, answer.status, monotonic() - startedAt);
      return answer;
    },
  };
}

/** What there is at the place answers; whatever it throws is answered, too. */
async function answerAt(
  place: RouteMatch | undefined,
  notFoundPage: () => Response,
  request: Request,
  context: RequestContext,
  target: string,
): Promise<Response> {
  try {
    if (!place) throw new ApiError('route_not_found');
    const route = place.routes.get(request.method);
    if (!route) throw new ApiError('method_not_allowed');
    const { rawParameters } = place;
    const response = await route.answer(request, context, { rawParameters, rawQuery: queryOf(target) });
    if (!route.bringsHeaders) addHeaders(response, context);
    return response;
  } catch (thrown) {
    context.error = toApiError(thrown);
    if (!place && isBrowsing(request)) {
      const response = notFoundPage();
      addHeaders(response, context);
      return response;
    }
    const isWrongMethod = place && context.error.type === 'method_not_allowed';
    const headers = {
      ...answerHeaders(context),
      ...(isWrongMethod ? { Allow: [...place.routes.keys()].join(', ') } : {}),
    };
    const [route] = place?.routes.values() ?? [];
    return errorResponse(context.error, headers, route?.refusalBody?.(context.error, context));
  }
}

/** Whether somebody looks at the answer: browsers name HTML when a page is opened, programs take anything. */
function isBrowsing({ method, headers }: Request): boolean {
  const accept = headers.get('accept') ?? '';
  return (method === 'GET' || method === 'HEAD') && /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(accept);
}

function addHeaders({ headers }: Response, context: RequestContext): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  // What says nothing of it may be for one reader only: a redirect sets the cookie of a session.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(answerHeaders(context))) headers.set(name, value);
}
