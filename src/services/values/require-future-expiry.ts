import type { ErrorFactory } from '../../api-error.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';

/**
 * Requires an expiry in the future. `expiresAt`: ISO 8601, or nothing if the token does not expire.
 *
 * @throws ApiError `invalid_schema`.
 */
export function requireFutureExpiry(
  { now }: { now: () => number },
  expiresAt: string | null | undefined,
  createError: ErrorFactory<'invalid_schema'>,
): void {
  if (expiresAt == null || Date.parse(expiresAt) > now()) return;
  const message = 'Must be in the future: the token would never be valid.';
  throw createError('invalid_schema', listIssues([{ path: ['expiresAt'], code: 'too_small', message }]));
}
