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
  /** Of its successes. */
  statuses: number[];
  /** Every error, in the document's order, with its example as body. */
  errors: { type: string; status: number; body: unknown }[];
}

/** The operations of the OpenAPI document, each of which has a method in the SDK. */
export function sdkOperations(): SdkOperation[] {
  const { paths } = createOpenApiDocument() as { paths: Record<string, Record<string, OperationObject>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses)
        .map(Number)
        .filter((status) => status < 400),
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
  );
}

/** The SDK's `documented-operations.generated.ts`: how each operation is called, and what it may answer. */
export function documentedOperations(): string {
  const all = sdkOperations().map(({ errors }) => errors.map(({ type }) => type));
  // They stand once, since this is shipped.
  const shared = all[0]!.filter((type) => all.every((types) => types.includes(type)));
  const operations = sdkOperations().map(
    ({ name, method, path, statuses, errors }) =>
      `  ${name}: { method: '${method}', path: '${path}', statuses: ${JSON.stringify(statuses)}, errors: [${[
        '...shared',
        ...errors.filter(({ type }) => !shared.includes(type)).map(({ type }) => `'${type}'`),
      ].join(', ')}] },`,
  );
  return `${header}
import type { paths } from './openapi.generated.ts';
import type { OperationName, PartnerErrorType } from './operation.ts';

/** What every operation may answer. */
const shared = ${JSON.stringify(shared)} as const;

/** How each operation is called, the statuses of its successes, and the codes that it may answer. */
export const documentedOperations: {
  [Operation in OperationName]: {
    method: string;
    path: keyof paths;
    statuses: readonly number[];
    errors: readonly PartnerErrorType<Operation>[];
  };
} = {
${operations.join('\n')}
};
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
