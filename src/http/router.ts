import type { ApiError } from '../api-error.ts';
import type { Answer } from './envelope.ts';
import type { RequestContext } from './request-context.ts';

/** Path parameters, still percent-encoded. Each may be empty. */
export type RawParameters = Record<string, string>;

/** The parts of a request target that a route receives. */
export interface Target {
  rawParameters: RawParameters;
  /** The original query, without the question mark. */
  rawQuery: string;
}

/** Handles some methods of a path. */
export interface Route {
  /** Parameters are in braces: `/users/{userId}`. */
  path: string;
  methods: readonly string[];
  /** What the route does, for logs and metrics. */
  operation?: string;
  /**
   * Errors it throws become an envelope: a code of the catalogue as it is, anything else as `internal_server_error`.
   */
  answer(request: Request, context: RequestContext, target: Target): Response | Promise<Response>;
  /** The body of an error at this path, for any method, if it is not the envelope. */
  errorBody?(error: ApiError, context: RequestContext): unknown;
  /** If true, its responses already have the common headers. Writing them from the start is faster than adding them. */
  bringsHeaders?: boolean;
  /** Returns the response to a request that is rejected before it is read, or undefined for all others. */
  shed?(rawParameters: RawParameters, newContext: () => RequestContext): Answer | undefined;
}

export interface RouteMatch {
  routes: ReadonlyMap<string, Route>;
  rawParameters: RawParameters;
}

/**
 * Returns a function that finds the routes of a path. The path is matched as it was sent: neither percent-encoding nor
 * `.` and `..` are interpreted. So the service and a proxy in front see the same path. A parameter may be empty:
 * `…/by-external-id/` matches with an empty id, which the schema then rejects. If the path without the last parameter
 * is a route, too, it must not be empty, because that is a trailing slash: `/users/` does not match `/users/{userId}`.
 */
export function createRouter(routes: Route[]): (path: string) => RouteMatch | undefined {
  const fixed = new Map<string, RouteMatch>();
  const paths = new Set(routes.map(({ path }) => path));
  const patterns: { pattern: RegExp; names: string[]; routes: ReadonlyMap<string, Route> }[] = [];
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const byMethod = new Map(
      atPath.flatMap((route) => route.methods.map((method): [string, Route] => [method, route])),
    );
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    if (names.length === 0) fixed.set(path, { routes: byMethod, rawParameters: {} });
    else {
      const parent = path.slice(0, path.lastIndexOf('/'));
      const slash = paths.has(parent) ? '(?<!/)' : '';
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]*)')}${slash}$`);
      patterns.push({ pattern, names, routes: byMethod });
    }
  }
  // `/users/batch` comes before `/users/{userId}`, as in OpenAPI.
  patterns.sort((one, other) => one.names.length - other.names.length);
  return (path) => {
    const match = fixed.get(path);
    if (match) return match;
    for (const { pattern, names, routes } of patterns) {
      const match = pattern.exec(path);
      if (!match) continue;
      const rawParameters: RawParameters = {};
      for (let i = 0; i < names.length; i += 1) rawParameters[names[i]!] = match[i + 1]!;
      return { routes, rawParameters };
    }
    return undefined;
  };
}

/**
 * Returns the path of a request target (RFC 9112, section 3.2), as it was sent. The target is `/path?query` or an
 * absolute URL.
 */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = target.indexOf('?', start);
  return end === -1 ? target.slice(start) : target.slice(start, end);
}

/** Returns the query of a request target, as it was sent, or an empty string. */
export function queryOf(target: string): string {
  const start = target.indexOf('?');
  return start === -1 ? '' : target.slice(start + 1);
}
