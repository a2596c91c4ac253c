import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiError } from '../../api-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { pageHeaders } from '../layout.ts';
import { problemPage } from './problem-page.ts';

const compress = promisify(gzip);

/** A page for one operator. It is never stored, and is compressed for every browser. */
export async function pageResponse(
  body: string,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  return new Response(await compress(body), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'no-store',
      ...pageHeaders,
      ...headers,
    },
  });
}

/** The page of an error, which is logged. */
export function problemResponse(error: ApiError, context: RequestContext, title: string): Promise<Response> {
  context.error = error;
  const { status, message, retryAfterSeconds } = error;
  const after = retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` };
  return pageResponse(problemPage(title, message), status, after);
}
