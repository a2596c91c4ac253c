import { ApiError } from '../errors.ts';

/**
 * Lets nothing through that a browser says a page of another origin has sent.
 *
 * @throws ApiError `operator_permission_denied`.
 */
export function refuseForeign(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null) return;
  if (URL.canParse(origin) && new URL(origin).host === request.headers.get('host')) return;
  throw new ApiError('operator_permission_denied', {
    message: 'The request came from a page of another site.',
  });
}
