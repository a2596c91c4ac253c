import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { ApiError } from '../api-error.ts';
import { type Answer, errorAnswer } from './envelope.ts';
import { expectsPage, type RequestHandler } from './request-handler.ts';

// Not in the document: input that is not HTTP also gets a response.
const malformed = (message: string) =>
  new ApiError('invalid_schema', { issues: [{ path: [], code: 'invalid_http', message }] });
const error = malformed('The request is not well-formed HTTP/1.1, or came too slowly.');

function answer(error: ApiError): Answer {
  const { status, headers, body } = errorAnswer(error, { 'X-Request-Id': randomUUID() });
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

/** The response to a request with an invalid target or `Host`. */
export function malformedRequest(): Response {
  const { body, ...init } = answer(error);
  return new Response(body, init);
}

/** Rejects a request because of its framing, and closes the connection. */
export function rejectMalformed(outgoing: ServerResponse, error: ApiError): void {
  const { status, headers, body } = answer(error);
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, headers).end(body);
}

/** An error of the HTTP parser. `rawPacket`: the data that was being parsed. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

const requestLine = /^(?<method>\S+) (?<target>\S+) HTTP\/1\.[01]\r?$/m;

/** Finds the request line in the data that was being parsed. */
export const requestLineOf = ({ rawPacket }: ParserError) =>
  requestLine.exec(rawPacket?.toString('latin1') ?? '')?.groups as
    | { method: string; target: string }
    | undefined;

/** What is known of a target without its request. */
export type Targets = Pick<RequestHandler, 'methodsAt' | 'tooLongPage'>;

/** Returns the raw response text for input that could not be parsed. The connection then closes. */
export function unreadableRequestText(fault: ParserError, targets: Targets): string {
  if (fault.code === 'HPE_HEADER_OVERFLOW') {
    const packet = fault.rawPacket?.toString('latin1') ?? '';
    // Node keeps only the last packet, and the line may have no end. Without its beginning, the target is unknown.
    const [, method, target] = /^([A-Z]+) (\S+)/.exec(packet) ?? [];
    // What the caller accepts may follow the part that was read.
    const unknown = method === 'GET' && !packet.includes('\r\n\r\n') ? 'text/html' : '';
    const [, accept = unknown] = /^accept:\s*(.*?)\r?$/im.exec(packet) ?? [];
    const isForPage = target !== undefined && expectsPage(target, accept);
    const { headers, ...page }: Partial<Answer> = (isForPage && targets.tooLongPage?.(target)) || {};
    const error = new ApiError('headers_too_large');
    return asText((ids) => ({ ...errorAnswer(error, { ...ids, ...headers }), ...page }));
  }
  // Node's parser accepts only registered methods.
  const line = fault.code === 'HPE_INVALID_METHOD' ? requestLineOf(fault) : undefined;
  if (line && token.test(line.method)) return methodErrorText(line.target, targets);
  return asText((ids) => errorAnswer(error, ids));
}

/** The characters of a method (RFC 9110, section 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the raw response text for a method that no path supports. The connection then closes. */
export function methodErrorText(target: string, targets: Targets): string {
  const methods = targets.methodsAt(target);
  return asText((ids) =>
    methods
      ? errorAnswer(new ApiError('method_not_allowed'), { ...ids, Allow: methods.join(', ') })
      : errorAnswer(new ApiError('route_not_found'), ids),
  );
}

function asText(answerWith: (ids: Record<string, string>) => Answer): string {
  const { status, headers, body } = answerWith({ 'X-Request-Id': randomUUID() });
  const withLength = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(withLength).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'Connection: close', '', body].join('\r\n');
}

/** Returns why a request is rejected that a proxy in front may have interpreted differently. */
export function framingFault(incoming: IncomingMessage): ApiError | undefined {
  if (!hasSoundHost(incoming)) return error;
  // A target has no fragment (RFC 9112, section 3.2). Without it, the request could mean another resource.
  if (incoming.url!.includes('#')) return malformed('The address contains a "#". Encode it as %23.');
  const coding = incoming.headers['transfer-encoding'];
  // Node removes only the chunks, and would pass on a compressed body (RFC 9112, section 6.1).
  return coding === undefined || coding.toLowerCase() === 'chunked'
    ? undefined
    : new ApiError('transfer_coding_unsupported');
}

/** Returns true if exactly one `Host` is present. Before HTTP/1.1 it is optional (RFC 9112, section 3.2). */
function hasSoundHost({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 ? headers.host !== '' : count === 0 && httpVersionMinor === 0;
}
