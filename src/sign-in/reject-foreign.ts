import { ApiError } from '../api-error.ts';

/**
 * Rejects requests that, according to the browser, came from a page of another origin.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function rejectForeign(request: Request): void {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === null && site !== 'cross-site' && site !== 'same-site') return;
  if (origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('host')) return;
  throw new ApiError('operator_permission_denied', {
    message: 'The request came from a page of another site.',
  });
}
