import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';
import { ApiError } from './errors.ts';

export interface HttpServer {
  /** Listens; answers the address, such as `http://127.0.0.1:4000`. */
  listen(port: number, host: string): Promise<string>;
  /** Answers what has been sent, tells clients to go elsewhere, and closes. */
  drain(): Promise<void>;
}

/** How long a client may take for its request: slow ones are closed within 16 s. */
const headersMillis = 10_000;
const requestMillis = 15_000;
/** Longer than a load balancer keeps its idle connections, so that it closes them and not we. */
const keepAliveMillis = 65_000;
/** While draining: how long idle connections are kept, for a client that is about to use one. */
const idleMillis = 500;
const drainMillis = 10_000;

interface HttpServerOptions {
  /** How long new connections are still taken while `/readyz` already says no. */
  graceMillis?: number;
}

/** Serves the app over HTTP/1.1. */
export function createHttpServer(
  app: App,
  trustedProxies: number,
  { graceMillis = 1_000 }: HttpServerOptions = {},
): HttpServer {
  let closing = false;
  const answer = getRequestListener(
    (request, { incoming }) => app.fetch(request, addressOf(incoming as IncomingMessage, trustedProxies)),
    { errorHandler: () => malformedRequest() },
  );
  const server = createServer(
    {
      headersTimeout: headersMillis,
      requestTimeout: requestMillis,
      keepAliveTimeout: keepAliveMillis,
      connectionsCheckingInterval: 1_000,
    },
    (incoming, outgoing) => {
      if (closing) outgoing.shouldKeepAlive = false;
      answer(incoming, outgoing);
    },
  );
  server.on('clientError', refuseConnection);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(urlOf(server, host));
        });
      }),
    drain: async () => {
      // Load balancers see /readyz and send new connections elsewhere.
      await sleep(graceMillis);
      // No new connections from here on; those that are open hear `Connection: close` with their next answer. The
      // close of HTTP's own server would cut idle connections at once, and the request that was on its way on one.
      closing = true;
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      await sleep(Math.min(idleMillis, graceMillis));
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      const late = setTimeout(() => server.closeAllConnections(), drainMillis);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The caller's address: the one that the outermost trusted proxy saw. */
function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const hops = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops.at(-trustedProxies) ?? direct;
}

const malformed = JSON.stringify({
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

function malformedRequest(): Response {
  return new Response(malformed, { status: 400, headers: { 'Content-Type': 'application/json' } });
}

/** Not in the document: what the HTTP parser refuses never becomes a request; it is answered all the same, in the envelope. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(malformed)}\r\nConnection: close\r\n\r\n${malformed}`,
  );
}
