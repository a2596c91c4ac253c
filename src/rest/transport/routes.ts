import { readFileSync } from 'node:fs';
import { databaseUnavailable } from '../../db/connection/database-failure.ts';
import { errorAnswer, jsonResponse } from '../../http/envelope.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { uuidIn } from './missed-target.ts';
import type { Operation } from './operation.ts';
import { type OperationDependencies, runOperation, unreadHeaders } from './run-operation.ts';

export function operationRoutes(operations: Operation[], dependencies: OperationDependencies): Route[] {
  return operations.map((operation) => ({
    path: operation.path,
    methods: methodsOf(operation),
    bringsHeaders: true,
    answer: (request, context, { rawParameters, rawQuery }) => {
      nameOperation(context, operation, rawParameters.externalServiceId);
      return runOperation(dependencies, { operation, rawParameters, rawQuery }, request, context);
    },
    shed: ({ externalServiceId = '' }, newContext) =>
      shed(dependencies, operation, externalServiceId, newContext),
  }));
}

/** Read operations also support HEAD (RFC 9110, section 9.3.2). */
function methodsOf({ method }: Operation): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/**
 * Load shedding: rejects a request if its external service has more open requests than can be answered in time.
 *
 * Most of the work in an overload is rejecting. Rejecting before the request is read or validated takes a third of the
 * time. Only requests with an authenticated token are counted, so nobody can cause it for another service.
 */
function shed(
  dependencies: OperationDependencies,
  operation: Operation,
  externalServiceId: string,
  newContext: () => RequestContext,
) {
  if (!dependencies.services.database.saturated.has(externalServiceId)) return undefined;
  const context = newContext();
  nameOperation(context, operation, externalServiceId);
  context.error = databaseUnavailable('too many requests of this external service wait');
  return errorAnswer(context.error, unreadHeaders(context, dependencies, externalServiceId));
}

function nameOperation(
  context: RequestContext,
  { operationId }: Operation,
  externalServiceId: string | undefined,
): void {
  context.isPartnerRequest = true;
  context.operation = operationId;
  context.pathExternalServiceId = uuidIn(externalServiceId);
}

/**
 * Reads the OpenAPI document of the partner API. `npm run codegen` generates it from the validation schemas. A test
 * fails when it is outdated.
 */
export function readOpenApiDocument(): unknown {
  return JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
}

export function openApiRoute(document: unknown): Route {
  return {
    path: '/api/v1/openapi.json',
    methods: ['GET', 'HEAD'],
    answer: () => jsonResponse(200, document, {}),
  };
}
