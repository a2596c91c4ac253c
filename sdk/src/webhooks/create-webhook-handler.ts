import { createWebhookVerifier, type WebhookVerifierOptions } from './create-webhook-verifier.ts';
import type { WebhookBody } from './raw-body.ts';
import { type NodeRequest, readFetchBody, readNodeBody, UnreadableBody } from './read-body.ts';
import type { SequenceKeeper } from './sequence-keeper.ts';
import type { WebhookEvent } from './webhook-event.ts';
import type { WebhookHeaders } from './webhook-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** What a handler does with webhooks. */
export interface WebhookHandlerOptions extends WebhookVerifierOptions {
  /**
   * Told of each event, once it is verified. What it returns is awaited, and then 204 answered: an answer that takes more than
   * 15 s counts as none, so write it down, and do what takes long afterwards. When it fails, 500 is answered, and the
   * event comes again.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Passes over what comes late or again (`createSequenceKeeper()`). Without one `onEvent` is told of all that arrives. */
  sequences?: SequenceKeeper | undefined;
  /**
   * Told of what went wrong, for a log: what `onEvent` has thrown, with its event; or why a webhook was refused, mostly
   * a {@link WebhookVerificationError}. Default: what is a fault of this program goes to `console.error`, and what anybody may
   * provoke goes nowhere.
   */
  onError?: ((error: unknown, event: WebhookEvent | undefined) => unknown) | undefined;
  /** The longest body, in bytes; a longer one is not read. Default: 262 144. */
  maxBytes?: number | undefined;
}

/** One receiver, as handlers of servers. Each is a function of its own: pass it on as it is. */
export interface WebhookHandler {
  /**
   * For `createServer` of Node's http and https, and as a route of Express and Connect. It reads the body itself, or takes the
   * raw one that `express.raw` or another parser has left in `body` or `rawBody`. Never rejects.
   */
  nodeHandler: (request: NodeRequest, response: NodeResponse) => Promise<void>;
  /** For whatever has `Request` and `Response`: Next.js, Hono, Workers, Deno, Bun. Never rejects. */
  fetchHandler: (request: Request) => Promise<Response>;
}

export type { NodeRequest };

/** What is used of a `ServerResponse` of Node, or of what Express has made of it. */
export interface NodeResponse {
  /** The status. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends it. */
  end(text?: string): unknown;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** An operator is shown the first 1,024 bytes of it. */
  text?: string;
}

const defaultMaxBytes = 262_144;

/**
 * A receiver of webhooks, for any server. It answers 204 once `onEvent` is done; 400 to what is not signed as it should be; 405
 * to what is no POST; 413 to a body that is too long; 500 when `onEvent` fails, or the body was parsed before. Whatever is not
 * 2xx comes again.
 *
 * @throws TypeError when an option cannot be right
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const { onEvent, sequences, onError = reportFault, maxBytes = defaultMaxBytes } = options;
  if (typeof onEvent !== 'function')
    throw new TypeError('`onEvent` must be a function: it is told of each event.');
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

  // Whatever becomes of the report, the request is answered.
  function report(error: unknown, event: WebhookEvent | undefined): void {
    (async () => onError(error, event))().catch(() => {});
  }

  return {
    async nodeHandler(request, response) {
      const { status, headers, text } = await answerTo(request.method, request.headers, () =>
        readNodeBody(request, maxBytes),
      );
      response.statusCode = status;
      // What is left of it is not waited for.
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
  // What it threw may tell what nobody else should know.
  return { status: 500, text: 'The receiver has failed; its log says why. Send it again.' };
}

const isOwnFault = ({ reason }: WebhookVerificationError) =>
  reason === 'body_not_raw' || reason === 'unsupported_platform';

function reportFault(error: unknown, event: WebhookEvent | undefined): void {
  const isRefusal =
    error instanceof UnreadableBody || (error instanceof WebhookVerificationError && !isOwnFault(error));
  if (event === undefined && isRefusal) return;
  const of = event ? ` ${event.type} ${event.id}` : '';
  // biome-ignore lint/suspicious/noConsole: a fault that nobody hears of would be looked for in vain
  console.error(`@courtbridge/sdk/webhooks: the webhook${of} was not taken, and comes again:`, error);
}
