import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, Server as NetServer, type Socket } from 'node:net';
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
/** How long a connection may carry nothing, in either direction: a client that does not read its answers is cut off. */
const silenceMillis = 20_000;
/** Longer than a load balancer keeps its idle connections, so that it closes them and not we. */
const defaultKeepAliveMillis = 65_000;
/** Requests that one connection may have sent ahead of their answers. */
const maxPipelined = 16;
/** How long a client that was refused by the HTTP parser may take to read why. */
const refusedMillis = 500;
/** While draining: how long idle connections are kept, for a client that is about to use one. */
const idleMillis = 500;
const drainMillis = 10_000;

interface HttpServerOptions {
  /** How long new connections are still taken while `/readyz` already says no. */
  graceMillis: number;
  /** Proxies in front that append to `X-Forwarded-For`. */
  trustedProxies: number;
  /** How long a connection waits for its next request. */
  keepAliveMillis?: number;
}

interface ConnectionState {
  /** Requests that are not answered yet. */
  open: number;
  /** The request that came last. */
  last: IncomingMessage;
  /** Ends the connection when no request comes: line ends alone would keep Node's own timer from it. */
  idle: NodeJS.Timeout | undefined;
}

/** Serves the app over HTTP/1.1. */
export function createHttpServer(
  app: App,
  { graceMillis, trustedProxies, keepAliveMillis = defaultKeepAliveMillis }: HttpServerOptions,
): HttpServer {
  let closing = false;
  const answer = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      return app.fetch(request, addressOf(incoming, trustedProxies), incoming.url ?? '/');
    },
    { errorHandler: () => malformedRequest() },
  );
  const states = new WeakMap<Socket, ConnectionState>();
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    let state = states.get(socket);
    if (!state) {
      const created: ConnectionState = { open: 0, last: incoming, idle: undefined };
      state = created;
      states.set(socket, created);
      socket.once('close', () => clearTimeout(created.idle));
    }
    clearTimeout(state.idle);
    state.open += 1;
    state.last = incoming;
    // Node reads on while answers wait; a client that sends and never reads would fill the memory.
    if (state.open > maxPipelined) {
      socket.destroy();
      return;
    }
    outgoing.once('close', () => answered(state, socket, keepAliveMillis));
    if (closing) outgoing.shouldKeepAlive = false;
    answer(incoming, outgoing);
  };
  const server = createServer(
    {
      headersTimeout: headersMillis,
      requestTimeout: requestMillis,
      keepAliveTimeout: keepAliveMillis,
      connectionsCheckingInterval: 1_000,
      // Without it Node answers by itself, without a body.
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(silenceMillis);
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const state = states.get(socket);
    // The fault may be in the body of the one request that is open: that one is still to be answered.
    const isAnswering = state !== undefined && state.open > (state.last.complete ? 0 : 1);
    refuseConnection(error, socket, isAnswering);
  });

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

function answered(state: ConnectionState, socket: Socket, keepAliveMillis: number): void {
  state.open -= 1;
  if (state.open > 0 || socket.destroyed) return;
  state.idle = setTimeout(() => socket.destroy(), keepAliveMillis + 1_000).unref();
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The caller's address: the one that the outermost trusted proxy saw, where it is one. */
function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const hops = String(incoming.headers['x-forwarded-for'] ?? '').split(',');
  const hop = hops.at(-trustedProxies)?.trim() ?? '';
  return isIP(hop) ? hop : direct;
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
  return new Response(malformed, {
    status: 400,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() },
  });
}

/** Not in the document: what the HTTP parser refuses never becomes a request; it is answered all the same. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Where an answer to an earlier request is under way, this one would be taken for it: then it only ends.
  if (isAnswering) socket.destroySoon();
  else {
    socket.end(
      [
        'HTTP/1.1 400 Bad Request',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(malformed)}`,
        `X-Request-Id: ${randomUUID()}`,
        'Connection: close',
        '',
        malformed,
      ].join('\r\n'),
    );
  }
  // It is read no further; a client that does not close its side is cut off.
  setTimeout(() => socket.destroy(), refusedMillis).unref();
}
