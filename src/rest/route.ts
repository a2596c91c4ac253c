import type { Issue } from '../errors.ts';
import type { Operation } from './operation.ts';

/** An operation found by its path: its parameters as they stand there, still percent-encoded. */
export interface Route {
  operation: Operation;
  rawParameters: Record<string, string>;
}

/**
 * Finds the operations of a path. A parameter may be empty here: `…/by-external-id/` is an operation's path with an
 * empty id, which the schema then refuses.
 */
export function createRouter(operations: Operation[]): (pathname: string) => Route[] {
  const routes = operations.map((operation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    return { operation, names, pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]*)')}$`) };
  });
  return (pathname) =>
    routes.flatMap(({ operation, names, pattern }) => {
      const match = pattern.exec(pathname);
      if (!match) return [];
      return [
        { operation, rawParameters: Object.fromEntries(names.map((name, i) => [name, match[i + 1]!])) },
      ];
    });
}

/** Percent-decodes each parameter once (RFC 3986, section 2.1), or says which one cannot be. */
export function decodeParameters(
  raw: Record<string, string>,
): { parameters: Record<string, string> } | { issues: Issue[] } {
  const parameters: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(raw)) {
    try {
      parameters[name] = decodeURIComponent(value);
    } catch {
      const message = 'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).';
      issues.push({ path: [name], code: 'invalid_percent_encoding', message });
    }
  }
  return issues.length > 0 ? { issues } : { parameters };
}

/** The path of a request target (RFC 9112, section 3.2), as it was sent: of `/path?query`, or of a whole address. */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = target.slice(start).search(/[?#]/);
  return end === -1 ? target.slice(start) : target.slice(start, start + end);
}
