import { bytesOf, isRaw, joined, notRaw, type WebhookBody } from './raw-body.ts';

/** The parts that are used of Node's `IncomingMessage`, or of Express's request. */
export interface NodeRequest {
  /** The method, such as `POST`. */
  readonly method?: string | undefined;
  /** The headers, unchanged. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The body, if a parser has set it. */
  readonly body?: unknown;
  /** The raw body, if a framework keeps it in addition to the parsed one. */
  readonly rawBody?: unknown;
  /** True if the body has been read, at least in part. */
  readonly readableDidRead?: boolean;
  /** True if the sender has disconnected. Then no event follows. */
  readonly destroyed?: boolean;
  /** Listens to the body. */
  // biome-ignore lint/suspicious/noExplicitAny: each event of Node has arguments of its own
  on(event: string, listener: (...args: any[]) => void): unknown;
}

/** The body of a request cannot be read. The sender can cause this error. */
export class UnreadableBody extends Error {
  readonly status: 400 | 413;
  constructor(status: 400 | 413, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.status = status;
  }
}

const tooLarge = (maxBytes: number) =>
  new UnreadableBody(
    413,
    `The body is longer than ${maxBytes} bytes. Webhooks of the platform are shorter than 20 kB.`,
  );
const cutOff = (cause?: unknown) =>
  new UnreadableBody(400, 'The sender disconnected before the body was complete.', { cause });

/**
 * @throws UnreadableBody
 * @throws WebhookVerificationError `body_not_raw`
 */
export async function readNodeBody(request: NodeRequest, maxBytes: number): Promise<WebhookBody> {
  const given = request.rawBody ?? request.body;
  if (isRaw(given)) return atMost(given, maxBytes);
  // A parser that does not handle this content type may leave an empty object, and an unread stream.
  if (request.readableDidRead ?? given != null) throw notRaw();
  if (request.destroyed) throw cutOff();
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on('data', (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      length += bytes.length;
      // The rest is read and discarded, because a client may read the response only after it has sent everything.
      if (length > maxBytes) reject(tooLarge(maxBytes));
      else chunks.push(bytes);
    });
    request.on('end', () => resolve(joined(chunks)));
    request.on('error', (error: unknown) => reject(cutOff(error)));
    request.on('close', () => reject(cutOff()));
  });
}

/**
 * @throws UnreadableBody
 * @throws WebhookVerificationError `body_not_raw`
 */
export async function readFetchBody(request: Request, maxBytes: number): Promise<WebhookBody> {
  if (request.bodyUsed) throw notRaw();
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw cutOff(error);
    });
    if (done) return joined(chunks);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function atMost(body: WebhookBody, maxBytes: number): WebhookBody {
  if (bytesOf(body).byteLength > maxBytes) throw tooLarge(maxBytes);
  return body;
}
