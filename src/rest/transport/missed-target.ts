import type { RequestContext } from '../../http/request-context.ts';
import type { Operation } from './operation.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/api/';
/** More are not of any operation's path. */
const maxSegments = 12;

/** A UUID that stands in a path; undefined for anything else. */
export function uuidIn(segment: string | undefined): string | undefined {
  return segment !== undefined && uuid.test(segment) ? segment.toLowerCase() : undefined;
}

/**
 * Notes what a request below `/api/` asked for that no operation answers, for operators: by the words of the operations'
 * paths. Any other part of a path is a star, since it may be anything: an identifier, an address, a name.
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
