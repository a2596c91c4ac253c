import { catalogue, type ErrorType, maxBodyBytes } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';
import { exampleError } from '../src/rest/transport/error-response.ts';
import { documentWithDefaults } from './openapi-document.ts';
import { isOfRequest, type Schema, toShape } from './request-shape.ts';

interface OperationObject {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/**
 * Returns the testing kit's `documented-interface.generated.ts`, with the request shapes of each operation and the meaning of each code.
 * With these shapes, the kit validates without a schema library.
 */
export function documentedInterface(): string {
  const { paths, components } = documentWithDefaults() as unknown as {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, Schema> };
  };
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
  /** A name has the same shape in every path. */
  const pathParameters = new Map<string, object>();
  const operations = documentedOperations().map((operation) => {
    const { operationId, scope, isPublic } = operation;
    const { parameters = [], requestBody } = documented.find((one) => one.operationId === operationId)!;
    for (const { in: location, name, schema } of parameters)
      if (location === 'path') pathParameters.set(name, toShape(schema, name));
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const query = {
      type: 'object',
      fields: Object.fromEntries(inQuery.map(({ name, schema }) => [name, toShape(schema, name)])),
      required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    };
    const body = requestBody && toShape(requestBody.content['application/json'].schema);
    const entry = {
      scopes: [scope ?? []].flat(),
      ...(isPublic ? { isPublic } : {}),
      ...(inQuery.length > 0 ? { query } : {}),
      ...(body ? { body, maxBodyBytes: operation.maxBodyBytes ?? maxBodyBytes } : {}),
    };
    return `  ${operationId}: ${JSON.stringify(entry)},`;
  });
  const requests = Object.entries(components.schemas)
    .filter(([name]) => isOfRequest(name))
    .map(([name, schema]) => `  ${name}: ${JSON.stringify(toShape(schema))},`);
  const codes = Object.entries(catalogue)
    .filter(([, { origin }]) => origin !== 'operators')
    .map(([type, { status }]) => {
      const { type: _type, message, ...fields } = exampleError(type as ErrorType);
      return `  ${type}: ${JSON.stringify({ status, message, ...(Object.keys(fields).length > 0 && { fields }) })},`;
    });
  return `// generated, run npm run codegen
import type { OperationName } from '../documented-responses.ts';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import type { Shape } from './platform/shape.ts';

/** The request of an operation: its scopes, and the shapes of its parts. */
export interface DocumentedRequest {
  /** One of these is required. If empty, any token is accepted. */
  readonly scopes: readonly Scope[];
  /** No token is needed. */
  readonly isPublic?: boolean;
  /** Without it, the query must be empty. */
  readonly query?: Shape;
  readonly body?: Shape;
  /** If there is a body. */
  readonly maxBodyBytes?: number;
}

/** Every operation of the interface. */
export const documentedRequests: Record<OperationName, DocumentedRequest> = {
${operations.join('\n')}
};

/** The shapes of the parameters in paths, by their names. */
export const pathParameters: Record<string, Shape> = ${JSON.stringify(Object.fromEntries(pathParameters))};

/** The shapes of request bodies, by their names in the document. */
export const requestShapes: Record<string, Shape> = {
${requests.join('\n')}
};

/** The status and the general message of each error code that partners can receive, and examples of its further fields. */
export const documentedErrors = {
${codes.join('\n')}
} as const;
`;
}
