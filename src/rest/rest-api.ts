import { ApiError } from '../errors.ts';
import { errorResponse } from './envelope.ts';
import type { Operation } from './operation.ts';
import { answerHeaders, type RequestContext } from './request-context.ts';
import { createRouter } from './route.ts';
import { type OperationDependencies, runOperation } from './run-operation.ts';

/** The partner interface as a function from a request, and its path as it was sent, to the answer. */
export function createRestApi(operations: Operation[], dependencies: OperationDependencies) {
  const routesOf = createRouter(operations);

  return (request: Request, path: string, context: RequestContext): Promise<Response> | Response => {
    const routes = routesOf(path);
    const route = routes.find(({ operation }) => operation.method === request.method);
    if (route) {
      context.isPartnerRequest = true;
      context.operation = route.operation.operationId;
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
  };
}
