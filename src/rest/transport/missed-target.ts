import type { RequestContext } from '../../http/request-context.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import type { Operation } from './operation.ts';

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/api/';
/** No path of an operation has more segments. */
const maxSegments = 12;

/** Returns a path segment that is a UUID, or undefined. */
export function uuidIn(segment: string | undefined): string | undefined {
  return segment !== undefined && isUuid(segment) ? segment.toLowerCase() : undefined;
}

/**
 * Records the target of a request below `/api/` that no operation matches, for operators. Only segments that occur in
 * paths of operations are kept. Any other segment is replaced by a star, because it may be an identifier, an address
 * or a name.
 */
export function missedTargetOf(operations: readonly Operation[]) {
  const words = new Set(['', ...operations.flatMap(({ path }) => path.split('/'))]);
  return (context: RequestContext, method: string, path: string): void => {
    if (!path.startsWith(root)) return;
    const segments = path.split('/', maxSegments);
    const shown = segments.map((segment) => (words.has(segment) ? segment : '*')).join('/');
    context.isPartnerRequest = true;
    context.missedTarget = `${methods.includes(method) ? method : '*'} ${shown}`;
    context.pathExternalServiceId = uuidIn(segments[segments.indexOf('external-services') + 1]);
  };
}
