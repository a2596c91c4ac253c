import { databaseUnavailable } from '../db/database-failure.ts';
import { ApiError } from '../errors.ts';
import { type Answer, errorAnswer, errorResponse } from '../http/envelope.ts';
import { answerHeaders, type RequestContext } from '../http/request-context.ts';
import type { Operation } from './operation.ts';
import { createRouter, type Route } from './route.ts';
import { type OperationDependencies, operationHeaders, runOperation } from './run-operation.ts';

export interface RestApi {
  /** Answers a request to a path of the partner interface, as it was sent. */
  fetch(request: Request, path: string, context: RequestContext): Promise<Response> | Response;
  /**
   * The refusal of a request whose external service has more under way than can be answered in time; undefined for all
   * others.
   *
   * In an overload most of the work is refusing: so it is done first, before the request is read or judged, for a third of
   * the time that it takes afterwards. Only requests whose token has passed make a crowd, so nobody can make one for somebody
   * else.
   */
  refuseCrowd(method: string, path: string, context: () => RequestContext): Answer | undefined;
}

/** The partner interface. */
export function createRestApi(operations: Operation[], dependencies: OperationDependencies): RestApi {
  const routesOf = createRouter(operations);
  const { rateLimiter, services } = dependencies;
  const { crowds } = services.database;

  return {
    fetch: (request, path, context) => {
      const routes = routesOf(path);
      const route = routes.find(({ operation }) => operation.method === request.method);
      if (route) {
        noteOperation(context, route);
        return runOperation(dependencies, route, request, context);
      }
      const headers = answerHeaders(context);
      if (routes.length === 0) {
        context.error = new ApiError('route_not_found');
        return errorResponse(context.error, headers);
      }
      context.error = new ApiError('method_not_allowed');
      const allow = routes.map(({ operation }) => operation.method).join(', ');
      return errorResponse(context.error, { ...headers, Allow: allow });
    },
    refuseCrowd: (method, path, newContext) => {
      if (crowds.size === 0) return undefined;
      const route = routesOf(path).find(({ operation }) => operation.method === method);
      const externalServiceId = route?.rawParameters.externalServiceId;
      if (!route || externalServiceId === undefined || !crowds.has(externalServiceId)) return undefined;
      const context = newContext();
      noteOperation(context, route);
      context.error = databaseUnavailable('too many requests of this external service wait');
      return errorAnswer(context.error, operationHeaders(context, rateLimiter));
    },
  };
}

function noteOperation(context: RequestContext, { operation }: Route): void {
  context.isPartnerRequest = true;
  context.operation = operation.operationId;
}
