import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { ApiError } from '../errors.ts';
import { type Answer, errorAnswer } from './envelope.ts';

// Not in the document: what is no HTTP is answered all the same.
const message = 'The request is not well-formed HTTP/1.1, or came too slowly.';
const error = new ApiError('invalid_schema', { issues: [{ path: [], code: 'invalid_http', message }] });

function answer(): Answer {
  const { status, headers, body } = errorAnswer(error, { 'X-Request-Id': randomUUID() });
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

/** The answer to a request whose target or `Host` is none. */
export function malformedRequest(): Response {
  const { body, ...init } = answer();
  return new Response(body, init);
}

/** Answers a request that a proxy in front may have understood otherwise, and ends the connection. */
export function refuseMalformed(outgoing: ServerResponse): void {
  const { status, headers, body } = answer();
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, headers).end(body);
}

/** What the HTTP parser says. `rawPacket`: what was being read. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

const requestLine = /^(?<method>\S+) (?<target>\S+) HTTP\/1\.[01]\r?$/m;

/** The request line in what was being read. */
export const requestLineOf = ({ rawPacket }: ParserError) =>
  requestLine.exec(rawPacket?.toString('latin1') ?? '')?.groups as
    | { method: string; target: string }
    | undefined;

/** The methods at a target; undefined if there is nothing. */
type MethodsAt = (target: string) => string[] | undefined;

/** The answer to what never became a request, as it is written to the connection, which then ends. */
export function unreadableRequestText(fault: ParserError, methodsAt: MethodsAt): string {
  if (fault.code === 'HPE_HEADER_OVERFLOW')
    return asText((ids) => errorAnswer(new ApiError('headers_too_large'), ids));
  // Node's parser knows no other methods than those that are registered.
  const line = fault.code === 'HPE_INVALID_METHOD' ? requestLineOf(fault) : undefined;
  if (line && token.test(line.method)) return methodRefusalText(line.target, methodsAt);
  return asText((ids) => errorAnswer(error, ids));
}

/** What a method may be made of (RFC 9110, section 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** The answer to a method that no path has, as it is written to the connection, which then ends. */
export function methodRefusalText(target: string, methodsAt: MethodsAt): string {
  const methods = methodsAt(target);
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

/** Whether `Host` is there once; before HTTP/1.1 it need not be (RFC 9112, section 3.2). */
export function hasSoundHost({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 ? headers.host !== '' : count === 0 && httpVersionMinor === 0;
}
