import { ApiError } from '../../api-error.ts';
import { compressibleResponse } from '../../http/compress.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { pageHeaders } from '../layout.ts';
import { UnclearAddress } from './addresses.ts';
import { problemPage } from './problem-page.ts';

/** A page for one operator. It is never stored. */
export function pageResponse(
  request: Request,
  body: string,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  return compressibleResponse(request, body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...pageHeaders,
      ...headers,
    },
  });
}

/**
 * The page of an error. Errors of the service are logged.
 *
 * @param titleOf the title for a status
 * @throws anything that is not for the operator
 */
export function problemResponse(
  request: Request,
  error: unknown,
  context: RequestContext,
  titleOf: (status: number) => string,
): Promise<Response> {
  if (error instanceof UnclearAddress)
    return pageResponse(request, problemPage('This cannot be shown', error.message), 400);
  if (!(error instanceof ApiError)) throw error;
  context.error = error;
  const { status, message, retryAfterSeconds } = error;
  const after = retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` };
  return pageResponse(request, problemPage(titleOf(status), message), status, after);
}
