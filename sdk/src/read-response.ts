/** The largest response body that the SDK reads: 16 MiB. The service's largest, for a batch of 200 bookings, is below 4 MiB. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** A response whose body has been read. openapi-fetch receives it in place of a `Response`. */
export interface ReadResponse {
  ok: boolean;
  status: number;
  headers: Headers;
  /** The body, up to {@link maxBodyBytes}. */
  bodyText: string;
  /** True if the body is larger than {@link maxBodyBytes}. */
  isTooLarge: boolean;
  /** Returns `bodyText`, as the method of a `Response` does. */
  text: () => Promise<string>;
}

/** Reads a response up to {@link maxBodyBytes}, counted after decompression. The rest is not received. */
export async function readResponse(response: Response): Promise<ReadResponse> {
  const { ok, status, headers } = response;
  const { bodyText, isTooLarge } = await readBody(response);
  return { ok, status, headers, bodyText, isTooLarge, text: async () => bodyText };
}

async function readBody(response: Response): Promise<{ bodyText: string; isTooLarge: boolean }> {
  const { body } = response;
  if (!body || isKnownToFit(response)) return { bodyText: await response.text(), isTooLarge: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bodyText = '';
  let bytes = 0;
  while (!isKnownToBeTooLarge(response)) {
    const { done, value } = await reader.read();
    if (done) return { bodyText: bodyText + decoder.decode(), isTooLarge: false };
    bytes += value.length;
    if (bytes > maxBodyBytes) break;
    bodyText += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => {});
  return { bodyText, isTooLarge: true };
}

/**
 * Returns the same response with a body that fails after {@link maxBodyBytes}.
 *
 * @throws RangeError if the response announces a larger body
 */
export function limitBody(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (!body || isKnownToFit(response)) return response;
  if (isKnownToBeTooLarge(response)) {
    body.cancel().catch(() => {});
    throw tooLarge();
  }
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limit), { status, statusText, headers });
}

const tooLarge = () => new RangeError(`The response is larger than ${maxBodyBytes} bytes (16 MiB).`);

/** The length that a response announces; NaN if it announces none. For a compressed body, this is the compressed length. */
const contentLength = ({ headers }: Response) => Number(headers.get('Content-Length') ?? Number.NaN);

/** The platform receives no more than the announced length. Such a body need not be counted. */
const isKnownToFit = (response: Response) =>
  contentLength(response) <= maxBodyBytes && !response.headers.has('Content-Encoding');

const isKnownToBeTooLarge = (response: Response) => contentLength(response) > maxBodyBytes;
