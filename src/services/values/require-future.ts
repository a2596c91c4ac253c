import type { ErrorFactory } from '../../api-error.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';

/**
 * Requires that the end of a token or a limit is in the future. `end`: ISO 8601, or nothing if there is none.
 *
 * @throws ApiError `invalid_schema`.
 */
export function requireFuture(
  { now }: { now: () => number },
  path: string[],
  end: string | null | undefined,
  createError: ErrorFactory<'invalid_schema'>,
): void {
  if (end == null || Date.parse(end) > now()) return;
  const message = 'Must be in the future.';
  throw createError('invalid_schema', listIssues([{ path, code: 'too_small', message }]));
}
