import { createOpenApiDocument } from './openapi-document.ts';

const header = '// generated, run npm run codegen';

interface OperationObject {
  operationId: string;
  responses: Record<string, { content: { 'application/json': { examples?: object } } }>;
}

export interface SdkOperation {
  name: string;
  method: string;
  path: string;
  statuses: number[];
  /** Every error code, in the document's order. */
  errors: string[];
}

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
        .flatMap(([, { content }]) => Object.keys(content['application/json'].examples ?? {})),
    })),
  );
}

/** Returns the SDK's `documented-operations.generated.ts`, with the call and the possible responses of each operation. */
export function documentedOperations(): string {
  const service = '/api/v1/external-services/{externalServiceId}/';
  const all = sdkOperations();
  // Common codes are written once, because this file is shipped.
  const shared = codesOfAll(all);
  const ofService = codesOfAll(all.filter(({ path }) => path.startsWith(service)));
  const quoted = (types: string[]) => types.map((type) => `'${type}'`);
  const operations = all.map(({ name, method, path, statuses, errors }) => {
    const isOfService = path.startsWith(service);
    const common = isOfService ? ofService : shared;
    const own = errors.filter((type) => !common.includes(type));
    const list = quoted(own).join(', ');
    return isOfService
      ? `  ${name}: ofService('${method}', '${path.replace(service, '')}', [${statuses}], [${list}]),`
      : `  ${name}: { method: '${method}', path: '${path}', statuses: [${statuses}], errors: [${['...shared', ...quoted(own)]}] },`;
  });
  return `${header}
import type { OperationName, PartnerErrorType } from './operation.ts';

/** How an operation is called, the statuses of its successes, and its error codes. */
interface DocumentedOperation<Type> {
  method: string;
  path: string;
  statuses: readonly number[];
  errors: readonly Type[];
}

/** The error codes of every operation. */
const shared = [${quoted(shared)}] as const;

/** An operation of an external service, with further error codes. */
const ofService = <Type>(method: string, path: string, statuses: number[], errors: Type[]) => ({
  method,
  path: '${service}' + path,
  statuses,
  errors: [...shared, ${quoted(ofService.filter((type) => !shared.includes(type)))}, ...errors] as const,
});

/** All operations. */
export const documentedOperations = /* @__PURE__ */ (() => ({
${operations.join('\n')}
}))() as { [Operation in OperationName]: DocumentedOperation<PartnerErrorType<Operation>> };
`;
}

function codesOfAll(operations: SdkOperation[]): string[] {
  const all = operations.map(({ errors }) => errors);
  return all[0]!.filter((type) => all.every((types) => types.includes(type)));
}
