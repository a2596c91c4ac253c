import type { OperationName } from '../../operation.ts';
import { documentedRequests } from '../documented-interface.generated.ts';
import { ApiError, shapeError } from './api-error.ts';

/** The called operation, and its path parameters, still percent-encoded. */
export interface Called {
  operation: OperationName;
  rawParameters: Record<string, string>;
}

const paths = new Set(Object.values(documentedRequests).map(({ path }) => path));

const patterns = Object.entries(documentedRequests).map(([operation, { method, path }]) => {
  // After the path of another operation, an empty parameter is a trailing slash.
  const slash = paths.has(path.slice(0, path.lastIndexOf('/'))) ? '(?<!/)' : '';
  return {
    operation: operation as OperationName,
    method,
    // The base URL may have a path of its own. A parameter may be empty, and is then rejected by its shape.
    pattern: new RegExp(`${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}${slash}$`),
  };
});

/** @throws ApiError `route_not_found`, `method_not_allowed`. */
export function findOperation(method: string, pathname: string): Called {
  const here = patterns.filter(({ pattern }) => pattern.test(pathname));
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

/** Percent-decodes each parameter once. @throws ApiError `invalid_schema` */
export function decodeParameters(raw: Record<string, string>): Record<string, string> {
  const faulty: string[] = [];
  const parameters = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        faulty.push(name);
        return [name, ''];
      }
    }),
  );
  if (faulty.length > 0) throw shapeError(faulty.map((name) => fault([name], ...encoding)));
  return parameters;
}

/**
 * Reads the parameters of a query, and percent-decodes each once.
 * @throws ApiError `invalid_schema`
 */
export function readQuery(raw: string): Record<string, string> {
  const parameters = new Map<string, string>();
  const decoded = (text: string, name: string) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      throw shapeError([fault(name === '' ? [] : [name], ...encoding)]);
    }
  };
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals), '');
    const sent = equals === -1 ? '' : pair.slice(equals + 1);
    if (sent.includes('+') && !dateTimeWithOffset.test(sent))
      throw shapeError([fault([name], 'ambiguous_plus', ambiguous)]);
    const value = decoded(sent, name);
    if (parameters.has(name))
      throw shapeError([fault([name], 'duplicate_parameter', 'Was sent more than once. Send it once.')]);
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** Only before the offset of a date-time, a `+` cannot mean a space. */
const dateTimeWithOffset = /^\d{4}-\d{2}-\d{2}[Tt][^+]*\+\d{2}(?::|%3A)\d{2}$/i;
const ambiguous = 'Has an unencoded "+", which can mean a space. Encode a plus as %2B, and a space as %20.';

const encoding = [
  'invalid_percent_encoding',
  'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).',
] as const;

const fault = (path: string[], code: string, message: string) => ({ path, code, message });
