import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** The answer to what never became a request, as it is written to the connection, which then ends. */
export function malformedRequestText(): string {
  const { headers, body } = answer();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ['HTTP/1.1 400 Bad Request', ...lines, 'Connection: close', '', body].join('\r\n');
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
