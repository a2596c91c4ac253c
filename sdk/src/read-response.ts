import type { FetchResponse } from './fetch.ts';
import { isObject } from './from-outside.ts';

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
  const chunks = isKnownToFit(response) ? undefined : chunksOf(response.body);
  if (!chunks) return { bodyText: await response.text(), isTooLarge: false };
  const decoder = new TextDecoder();
  let bodyText = '';
  let bytes = 0;
  while (!isKnownToBeTooLarge(response)) {
    const { done, value } = await chunks.next();
    if (done) return { bodyText: bodyText + decoder.decode(), isTooLarge: false };
    bytes += value.length;
    if (bytes > maxBodyBytes) break;
    bodyText += decoder.decode(value, { stream: true });
  }
  chunks.cancel();
  return { bodyText, isTooLarge: true };
}

/**
 * Returns the same response as one of the platform, with a body that fails after {@link maxBodyBytes}.
 *
 * @throws RangeError if the response announces a larger body
 */
export async function limitBody(response: FetchResponse): Promise<Response> {
  // Only saves the copy. A response of another client is copied, because openapi-fetch and its middleware expect one of the platform.
  if (response instanceof Response && (!response.body || isKnownToFit(response))) return response;
  const { status } = response;
  const { statusText = '' } = response as Partial<Response>;
  const init = { status, statusText, headers: headersOf(response) };
  if ([204, 205, 304].includes(status)) return new Response(null, init);
  const chunks = chunksOf(response.body);
  if (!chunks) return new Response(await response.text(), init);
  if (isKnownToBeTooLarge(response)) {
    chunks.cancel();
    throw tooLarge();
  }
  let bytes = 0;
  const limited = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      bytes += value.length;
      if (bytes > maxBodyBytes) {
        chunks.cancel();
        throw tooLarge();
      }
      controller.enqueue(value);
    },
    cancel: chunks.cancel,
  });
  return new Response(limited, init);
}

const tooLarge = () => new RangeError(`The response is larger than ${maxBodyBytes} bytes (16 MiB).`);

interface Chunks {
  next: () => Promise<{ done: true; value?: undefined } | { done?: false; value: Uint8Array<ArrayBuffer> }>;
  /** Ends the transmission. */
  cancel: () => void;
}

/** The chunks of a stream of the web or of Node (node-fetch); undefined for any other body. */
function chunksOf(body: unknown): Chunks | undefined {
  if (!isObject(body)) return undefined;
  if ('getReader' in body) {
    const reader = (body as ReadableStream).getReader();
    return { next: () => reader.read(), cancel: () => void reader.cancel().catch(() => {}) };
  }
  if (!(Symbol.asyncIterator in body)) return undefined;
  const iterator = (body as AsyncIterable<Uint8Array<ArrayBuffer>>)[Symbol.asyncIterator]();
  return {
    next: () => iterator.next() as ReturnType<Chunks['next']>,
    cancel: () => void iterator.return?.().catch(() => {}),
  };
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

const isKnownToBeTooLarge = (response: FetchResponse) => contentLength(response) > maxBodyBytes;
