import { createOpenApiDocument } from './openapi-document.ts';

const header = '// generated, run npm run codegen';

interface OperationObject {
  operationId: string;
  responses: Record<
    string,
    { content: { 'application/json': { examples?: Record<string, { value: unknown }> } } }
  >;
}

/** An operation of the OpenAPI document, as the SDK and its pages need it. */
export interface SdkOperation {
  name: string;
  method: string;
  path: string;
  /** Every error, in the document's order, with its example as body. */
  errors: { type: string; status: number; body: unknown }[];
}

/** The operations that have a method in the SDK; `raw` reaches all of the document. */
export const sdkMethods: readonly string[] = ['createUser', 'upsertCourtBooking'];

/** The operations of the OpenAPI document that have a method in the SDK. */
export function sdkOperations(): SdkOperation[] {
  const { paths } = createOpenApiDocument() as { paths: Record<string, Record<string, OperationObject>> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        name: operationId,
        method: method.toUpperCase(),
        path,
        errors: Object.entries(responses)
          .filter(([status]) => Number(status) >= 400)
          .flatMap(([status, { content }]) =>
            Object.entries(content['application/json'].examples ?? {}).map(([type, { value }]) => ({
              type,
              status: Number(status),
              body: value,
            })),
          ),
      })),
    )
    .filter(({ name }) => sdkMethods.includes(name));
}

/** The SDK's `documented-operations.generated.ts`: how each operation is called, and its codes. */
export function documentedOperations(): string {
  const operations = sdkOperations().map(({ name, method, path, errors }) => [
    name,
    { method, path, errors: errors.map(({ type }) => type) },
  ]);
  return `${header}
import type { paths } from './openapi.generated.ts';
import type { OperationName, PartnerErrorType } from './operation.ts';

/** How each operation is called, and the codes that it may answer. */
export const documentedOperations: {
  [Operation in OperationName]: {
    method: string;
    path: keyof paths;
    errors: readonly PartnerErrorType<Operation>[];
  };
} = ${JSON.stringify(Object.fromEntries(operations), null, 2)};
`;
}

/** The testing kit's `documented-answers.generated.ts`: an example of every error. */
export function documentedAnswers(): string {
  const answers = sdkOperations().map(({ name, errors }) => [
    name,
    { errors: Object.fromEntries(errors.map(({ type, status, body }) => [type, { status, body }])) },
  ]);
  return `${header}
import type { Issue, OperationName, PartnerErrorType } from '../operation.ts';

/** The document's example of every error of each operation. */
export const documentedAnswers: {
  [Operation in OperationName]: {
    errors: Record<PartnerErrorType<Operation>, { status: number; body: { error: { type: string; message: string; issues?: Issue[]; [field: string]: unknown } } }>;
  };
} = ${JSON.stringify(Object.fromEntries(answers), null, 2)};
`;
}
