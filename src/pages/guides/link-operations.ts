import { type OperationAt, referencePath } from '../reference/openapi.ts';

/** What `…` stands for in the guides. */
const ofExternalService = '/api/v1/external-services/{externalServiceId}';

/** Links each operation that a text names by method and path, such as `GET …/users/{userId}`, to its page in the reference. */
export const linkOperations = (text: string, operations: OperationAt[]): string =>
  text.replaceAll(
    /(?<!\[)`([A-Z]+) (…?)(\/[^`?]*)(?:\?[^`]*)?`/g,
    (code, named: string, short: string, rest: string) => {
      const wanted = short ? ofExternalService + rest : rest;
      const found = operations.find(({ method, path }) => method === named && path === wanted);
      return found ? `[${code}](${referencePath(found.operation.operationId)})` : code;
    },
  );
