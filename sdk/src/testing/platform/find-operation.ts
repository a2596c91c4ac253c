import type { Decoded } from '../../../../src/rules/requests/decode-parameters.ts';
import { documentedOperations } from '../../documented-operations.generated.ts';
import type { OperationName } from '../../documented-responses.ts';
import { ApiError, shapeError } from './api-error.ts';

/** The called operation, and its path parameters, still percent-encoded. */
export interface Called {
  operation: OperationName;
  rawParameters: Record<string, string>;
}

const paths = new Set(Object.values(documentedOperations).map(({ path }) => path));

// `/users/batch` comes before `/users/{userId}`, as in OpenAPI.
const parametersIn = ({ path }: { path: string }) => path.split('{').length;
const byParameters = Object.entries(documentedOperations).sort(
  ([, one], [, other]) => parametersIn(one) - parametersIn(other),
);

const patterns = byParameters.map(([operation, { method, path }]) => {
  // After the path of another operation, an empty parameter is a trailing slash.
  const slash = paths.has(path.slice(0, path.lastIndexOf('/'))) ? '(?<!/)' : '';
  return {
    operation: operation as OperationName,
    method,
    path,
    // The base URL may have a path of its own. A parameter may be empty, and is then rejected by its shape.
    pattern: new RegExp(`${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}${slash}$`),
  };
});

/** @throws ApiError `route_not_found`, `method_not_allowed`. */
export function findOperation(method: string, pathname: string): Called {
  const matched = patterns.find(({ pattern }) => pattern.test(pathname))?.path;
  const here = patterns.filter(({ path }) => path === matched);
  const found = here.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (found)
    return {
      operation: found.operation,
      rawParameters: { ...found.pattern.exec(pathname)!.groups },
    };
  if (here.length === 0) throw new ApiError('route_not_found');
  const allowed = here.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]));
  throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
}

/** @throws ApiError `invalid_schema` */
export function parametersOf(decoded: Decoded): Record<string, string> {
  if ('issues' in decoded) throw shapeError(decoded.issues);
  return decoded.parameters;
}
