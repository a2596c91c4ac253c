import type { FetchResponse } from './fetch.ts';
import { iteratorOf } from './stream.ts';

/** The largest response body that the SDK reads: 16 MiB. The service's largest, for a batch of 200 bookings, is below 4 MiB. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** A response whose body has been read. */
export interface ReadResponse {
  ok: boolean;
  status: number;
  headers: Headers;
  /** The body, up to {@link maxBodyBytes}. */
  bodyText: string;
  /** True if the body is larger than {@link maxBodyBytes}. */
  isTooLarge: boolean;
}

/** Reads a response up to {@link maxBodyBytes}, counted after decompression. The rest is not received. */
export async function readResponse(response: FetchResponse): Promise<ReadResponse> {
  const { ok, status } = response;
  return { ok, status, headers: headersOf(response), ...(await readBody(response)) };
}

async function readBody(response: FetchResponse): Promise<{ bodyText: string; isTooLarge: boolean }> {
  const chunks = isKnownToFit(response) ? undefined : iteratorOf<Uint8Array>(response.body);
  if (!chunks) return { bodyText: await response.text(), isTooLarge: false };
  const decoder = new TextDecoder();
  let bodyText = '';
  for (let bytes = 0; !(bytes > maxBodyBytes || contentLength(response) > maxBodyBytes); ) {
    const { done, value } = await chunks.next();
    if (done) return { bodyText: bodyText + decoder.decode(), isTooLarge: false };
    bytes += value.length;
    bodyText += decoder.decode(value, { stream: true });
  }
  chunks.return?.().catch(() => {});
  return { bodyText, isTooLarge: true };
}

/**
 * Returns the same response as one of the platform, with at most {@link maxBodyBytes}.
 *
 * @throws RangeError if the body is larger
 */
export async function limitBody(response: FetchResponse): Promise<Response> {
  // Only saves the copy. A response of another client is copied, because openapi-fetch and its middleware expect one of the platform.
  if (response instanceof Response && (!response.body || isKnownToFit(response))) return response;
  const { status, headers, bodyText, isTooLarge } = await readResponse(response);
  if (isTooLarge) throw new RangeError(`The response is larger than ${maxBodyBytes} bytes (16 MiB).`);
  const { statusText = '' } = response as Partial<Response>;
  return new Response(bodyText || null, { status, statusText, headers });
}

/** The headers as those of the platform. Those of other clients have fewer methods. */
function headersOf({ headers }: FetchResponse): Headers {
  if ('getSetCookie' in headers) return headers as object as Headers;
  const copy = new Headers();
  headers.forEach((value, name) => {
    copy.append(name, value);
  });
  return copy;
}

/** The length that a response announces; NaN if it announces none. For a compressed body, this is the compressed length. */
const contentLength = ({ headers }: FetchResponse) => Number(headers.get('Content-Length') ?? Number.NaN);

/** The platform receives no more than the announced length. Such a body need not be counted. */
const isKnownToFit = (response: FetchResponse) =>
  contentLength(response) <= maxBodyBytes && !response.headers.has('Content-Encoding');
