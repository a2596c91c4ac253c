import { aboveZero, createWebhookVerifier, type WebhookVerifierOptions } from './create-webhook-verifier.ts';
import type { WebhookBody } from './raw-body.ts';
import { type NodeRequest, readFetchBody, readNodeBody, UnreadableBody } from './read-body.ts';
import type { SequenceKeeper } from './sequence-keeper.ts';
import type { WebhookEvent } from './webhook-event.ts';
import type { WebhookHeaders } from './webhook-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The options of a webhook handler. */
export interface WebhookHandlerOptions extends WebhookVerifierOptions {
  /**
   * Receives each verified event. The handler waits for it, and then responds with 204. If it fails, the handler responds with 500, and the
   * event is sent again. The platform waits at most 15 s for a response, so store the event and do long work afterwards.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Skips events that are late or repeated (`createSequenceKeeper()`). Without it, `onEvent` receives everything that arrives. */
  sequences?: SequenceKeeper | undefined;
  /**
   * Receives errors, for a log: an error of `onEvent` with its event, or the reason why a webhook was rejected, usually a
   * {@link WebhookVerificationError}. Default: errors of your own program go to `console.error`, and errors that anybody can cause are
   * ignored.
   */
  onError?: ((error: unknown, event: WebhookEvent | undefined) => unknown) | undefined;
  /** The maximum length of a body, in bytes. A longer body is rejected with 413. Default: 262 144. */
  maxBytes?: number | undefined;
}

/** One receiver, as handlers for different servers. Each is a separate function that you can pass on. */
export interface WebhookHandler {
  /**
   * For `createServer` of Node's http and https, and as a route of Express and Connect. It reads the body itself, or uses the raw body that
   * `express.raw` or another parser has left in `body` or `rawBody`. Never rejects.
   */
  nodeHandler: (request: NodeRequest, response: NodeResponse) => Promise<void>;
  /** For servers with `Request` and `Response`: Next.js, Hono, Workers, Deno, Bun. Never rejects. */
  fetchHandler: (request: Request) => Promise<Response>;
}

export type { NodeRequest };

/** The parts that are used of Node's `ServerResponse`, or of Express's response. */
export interface NodeResponse {
  /** True if a response was sent, for example by a time limit of the server. */
  readonly headersSent?: boolean;
  /** The status. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the response. */
  end(text?: string): unknown;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Operators see the first 1,024 bytes of it. */
  text?: string;
}

const defaultMaxBytes = 262_144;

/**
 * Creates a receiver of webhooks for any server. It responds with:
 *
 * - 204 once `onEvent` is done.
 * - 400 if the webhook cannot be verified.
 * - 405 if the method is not POST.
 * - 413 if the body is too long.
 * - 500 if `onEvent` fails, or if the body was already parsed.
 *
 * After any response other than 2xx, the webhook is sent again.
 *
 * @throws TypeError if an option is invalid
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const { onEvent, sequences, onError = reportFault, maxBytes = defaultMaxBytes } = options;
  if (typeof onEvent !== 'function')
    throw new TypeError('`onEvent` must be a function. It is called for each event.');
  aboveZero({ maxBytes });
  const verifier = createWebhookVerifier(options);

  async function answerTo(
    method: string | undefined,
    headers: WebhookHeaders,
    readBody: () => Promise<WebhookBody>,
  ): Promise<Answer> {
    if (method !== 'POST')
      return { status: 405, headers: { Allow: 'POST' }, text: 'Webhooks are sent by POST.' };
    let event: WebhookEvent | undefined;
    try {
      const verified = await verifier.verify(headers, await readBody());
      event = verified;
      await (sequences ? sequences.take(verified, onEvent) : onEvent(verified));
      return { status: 204 };
    } catch (error) {
      report(error, event);
      return refusalOf(error, event);
    }
  }

  // The request gets a response even if `onError` fails.
  function report(error: unknown, event: WebhookEvent | undefined): void {
    (async () => onError(error, event))().catch(() => {});
  }

  return {
    async nodeHandler(request, response) {
      const { status, headers, text } = await answerTo(request.method, request.headers, () =>
        readNodeBody(request, maxBytes),
      );
      if (response.headersSent) return;
      response.statusCode = status;
      // Closes the connection, and does not wait for the rest of the body.
      if (status === 413) response.setHeader('Connection', 'close');
      for (const [name, value] of Object.entries(headersOf(headers, text))) response.setHeader(name, value);
      response.end(text);
    },
    async fetchHandler(request) {
      const { status, headers, text } = await answerTo(request.method, request.headers, () =>
        readFetchBody(request, maxBytes),
      );
      return new Response(text ?? null, { status, headers: headersOf(headers, text) });
    },
  };
}

const headersOf = (headers: Record<string, string> = {}, text: string | undefined) =>
  text === undefined ? headers : { 'Content-Type': 'text/plain; charset=utf-8', ...headers };

function refusalOf(error: unknown, event: WebhookEvent | undefined): Answer {
  if (error instanceof UnreadableBody) return { status: error.status, text: error.message };
  const isRefused = event === undefined && error instanceof WebhookVerificationError;
  if (isRefused) return { status: isOwnFault(error) ? 500 : 400, text: `${error.reason}: ${error.message}` };
  // The error may contain information that must not leave this program.
  return { status: 500, text: 'The receiver failed. Its log has the reason. Send the webhook again.' };
}

const isOwnFault = ({ reason }: WebhookVerificationError) =>
  reason === 'body_not_raw' || reason === 'unsupported_platform';

function reportFault(error: unknown, event: WebhookEvent | undefined): void {
  const isRefusal =
    error instanceof UnreadableBody || (error instanceof WebhookVerificationError && !isOwnFault(error));
  if (event === undefined && isRefusal) return;
  const of = event ? ` ${event.type} ${event.id}` : '';
  // biome-ignore lint/suspicious/noConsole: a fault that nobody hears of would be looked for in vain
  console.error(
    `@courtbridge/sdk/webhooks: the webhook${of} was not accepted, and will be sent again:`,
    error,
  );
}
