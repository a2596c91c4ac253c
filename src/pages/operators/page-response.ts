import { compressibleResponse } from '../../http/compress.ts';
import { toApiError } from '../../http/envelope.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { layout, type Page, pageHeaders, type Viewer } from '../layout.ts';
import { problemPage } from './problem-page.ts';

/** A page that is made for each request, and never stored. */
export function pageResponse(
  request: Request,
  viewer: Viewer | undefined,
  body: Page | string,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : layout(body, viewer);
  return compressibleResponse(request, text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders, ...headers },
  });
}

/** The page of an error. Errors of the service are logged. */
export function problemResponse(
  request: Request,
  viewer: Viewer,
  error: unknown,
  context: RequestContext,
): Promise<Response> {
  context.error = toApiError(error);
  const { status, message, retryAfterSeconds } = context.error;
  const headers = {
    // Of a page without a form that is sent.
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` }),
  };
  const title = titleOf(status, request.method === 'POST');
  return pageResponse(request, viewer, problemPage(title, message), status, headers);
}

function titleOf(status: number, isSubmitted: boolean): string {
  if (status >= 429) return 'Not now';
  if (isSubmitted) return 'Nothing was changed';
  return status === 404 ? 'Not found' : 'This cannot be shown';
}
