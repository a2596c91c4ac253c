import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';

// Not in the document: what is no HTTP is answered all the same.
const body = JSON.stringify({
  error: {
    type: 'invalid_schema',
    message: new ApiError('invalid_schema').message,
    issues: [
      {
        path: [],
        code: 'invalid_http',
        message: 'The request is not well-formed HTTP/1.1, or came too slowly.',
      },
    ],
  },
});

const headers = () => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': randomUUID(),
});

/** The answer to a request whose target or `Host` is none. */
export function malformedRequest(): Response {
  return new Response(body, { status: 400, headers: headers() });
}

/** Answers a request that a proxy in front may have understood otherwise, and ends the connection. */
export function refuseMalformed(outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(400, headers()).end(body);
}

/** The answer to what never became a request, as it is written to the connection, which then ends. */
export function malformedRequestText(): string {
  const lines = Object.entries(headers()).map(([name, value]) => `${name}: ${value}`);
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
