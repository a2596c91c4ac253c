import type { ApiError } from '../errors.ts';
import type { Answer } from './envelope.ts';
import type { RequestContext } from './request-context.ts';

/** The parameters of a path as they stand there, still percent-encoded; each may be empty. */
export type RawParameters = Record<string, string>;

/** What the target of a request says to what is at its path. */
export interface Target {
  rawParameters: RawParameters;
  /** As it was sent, without the question mark. */
  rawQuery: string;
}

/** What answers the requests of some methods to a path. */
export interface Route {
  /** A parameter stands in braces: `/users/{userId}`. */
  path: string;
  methods: readonly string[];
  /** What it throws is answered in the envelope: a code of the catalogue as it is, anything else as `internal_server_error`. */
  answer(request: Request, context: RequestContext, target: Target): Response | Promise<Response>;
  /** The body of a refusal where it is not the envelope: what is thrown at this path, whatever the method. */
  refusalBody?(error: ApiError, context: RequestContext): unknown;
  /** Whether its answers have the headers of every answer already: to write them from the start takes less than to add them. */
  bringsHeaders?: boolean;
  /** The answer to a request that is refused before it is read; undefined for all others. */
  shed?(rawParameters: RawParameters, newContext: () => RequestContext): Answer | undefined;
}

/** What there is at a path. */
export interface RouteMatch {
  /** By method. */
  routes: ReadonlyMap<string, Route>;
  rawParameters: RawParameters;
}

/**
 * Finds what there is at a path, as it was sent: neither percent-encoding nor `.` and `..` are understood, so that what a proxy
 * in front has let through is what is answered. A parameter may be empty: `…/by-external-id/` is an operation's path with an
 * empty id, which the schema then refuses.
 */
export function createRouter(routes: Route[]): (path: string) => RouteMatch | undefined {
  const fixed = new Map<string, RouteMatch>();
  const patterns: { pattern: RegExp; names: string[]; routes: ReadonlyMap<string, Route> }[] = [];
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const byMethod = new Map(
      atPath.flatMap((route) => route.methods.map((method): [string, Route] => [method, route])),
    );
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    if (names.length === 0) fixed.set(path, { routes: byMethod, rawParameters: {} });
    else {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]*)')}$`);
      patterns.push({ pattern, names, routes: byMethod });
    }
  }
  return (path) => {
    for (const { pattern, names, routes } of patterns) {
      const match = pattern.exec(path);
      if (!match) continue;
      const rawParameters: RawParameters = {};
      for (let i = 0; i < names.length; i += 1) rawParameters[names[i]!] = match[i + 1]!;
      return { routes, rawParameters };
    }
    return fixed.get(path);
  };
}

/** The path of a request target (RFC 9112, section 3.2), as it was sent: of `/path?query`, or of a whole address. */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = target.slice(start).search(/[?#]/);
  return end === -1 ? target.slice(start) : target.slice(start, start + end);
}

/** The query of a request target, as it was sent; empty where there is none. */
export function queryOf(target: string): string {
  const [beforeFragment] = target.split('#', 1);
  const start = beforeFragment!.indexOf('?');
  return start === -1 ? '' : beforeFragment!.slice(start + 1);
}
