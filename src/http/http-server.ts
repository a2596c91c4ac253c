import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { maxHeaderBytes } from '../errors.ts';
import { type Caller, callerOf } from './caller.ts';
import { Connection } from './connection.ts';
import { hasSoundHost, malformedRequest, methodRefusalText, refuseMalformed } from './malformed-request.ts';
import { queueRejection } from './queue-rejection.ts';
import type { RequestHandler } from './request-handler.ts';

export interface HttpServer {
  /** Listens; answers the address, such as `http://127.0.0.1:4000`. */
  listen(port: number, host: string): Promise<string>;
  /** Answers what has been sent, tells clients to go elsewhere, and closes. */
  drain(): Promise<void>;
}

/** How long a connection may take, in milliseconds. */
export interface ConnectionLimits {
  /** For the headers of a request. */
  headersMillis: number;
  /** For a whole request. */
  requestMillis: number;
  /** How long it may carry nothing, in either direction: a client that does not read its answers is cut off. */
  silenceMillis: number;
  /** How long it waits for its next request. */
  keepAliveMillis: number;
}

const defaultLimits: ConnectionLimits = {
  // Slow clients are closed within 16 s: it is looked every second.
  headersMillis: 10_000,
  requestMillis: 15_000,
  silenceMillis: 20_000,
  // Longer than a load balancer keeps its idle connections, so that it closes them and not we.
  keepAliveMillis: 65_000,
};
/** While draining: how long idle connections are kept, for a client that is about to use one. */
const idleMillis = 500;
const defaultDrainMillis = 10_000;

interface HttpServerOptions extends Partial<ConnectionLimits> {
  /** How long new connections are still taken while `/readyz` already says no. */
  graceMillis: number;
  /** Proxies in front, which append to `X-Forwarded-For` and set `X-Forwarded-Proto`. */
  trustedProxies: number;
  /** While draining: how long what is under way may take; what is left then is cut off. */
  drainMillis?: number;
}

/** Serves the handler over HTTP/1.1. */
export function createHttpServer(
  handler: RequestHandler,
  { graceMillis, trustedProxies, drainMillis = defaultDrainMillis, ...given }: HttpServerOptions,
): HttpServer {
  const limits = { ...defaultLimits, ...given };
  let closing = false;
  const answer = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      const hold = holderOf(incoming.socket, limits.silenceMillis);
      const cut = () => void incoming.socket.destroy();
      const caller = { ...callerOf(incoming, trustedProxies), hold, cut };
      return handler.fetch(request, caller, incoming.url ?? '/');
    },
    // Of HTTP/1.0 without `Host`. Nothing that is answered is made of it.
    { hostname: 'localhost', errorHandler: () => malformedRequest() },
  );
  const connections = new WeakMap<Socket, Connection>();
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!connections.get(incoming.socket)?.take(incoming, outgoing)) return;
    if (closing) outgoing.shouldKeepAlive = false;
    if (!hasSoundHost(incoming)) {
      refuseMalformed(outgoing);
      return;
    }
    const refusal = handler.shed(incoming, () => callerOf(incoming, trustedProxies));
    if (refusal) queueRejection(outgoing, refusal);
    else answer(incoming, outgoing);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
      // With it Node answers by itself, without a body. No upstream issue known; goes when Node lets `clientError` answer.
      requireHostHeader: false,
    },
    listener,
  );
  // A client may say that it has sent all, and then read: Node would end the connection without the answer. Undocumented, and
  // kept for those who use it (nodejs/node#36819); goes when it is an option, or the default.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(limits.silenceMillis);
  server.on('connection', (socket) =>
    connections.set(socket, new Connection(socket, { ...limits, methodsAt: handler.methodsAt })),
  );
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', listener);
  // Without a listener Node ends the connection without a response.
  server.on('connect', ({ url = '/' }, socket) =>
    connections.get(socket as Socket)?.refuse(methodRefusalText(url, handler.methodsAt)),
  );
  server.on('clientError', (error, socket) => connections.get(socket as Socket)?.fault(error));

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
      // close of HTTP's own server would cut idle connections at once, and the request that was on its way on one
      // (nodejs/node#51677, #60617); goes when it lets them drain.
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

/**
 * Keeps a connection open that is silent on purpose. A client that closes says its end first, and one that has crashed may
 * say no more than that: who only says the end of its requests is answered a little early.
 */
function holderOf(socket: Socket, silenceMillis: number): NonNullable<Caller['hold']> {
  return (milliseconds, onLeft) => {
    const left = ['end', 'close'] as const;
    if (socket.readableEnded || socket.destroyed) onLeft();
    for (const event of left) socket.on(event, onLeft);
    socket.setTimeout(silenceMillis + milliseconds);
    return () => {
      for (const event of left) socket.off(event, onLeft);
      if (!socket.destroyed) socket.setTimeout(silenceMillis);
    };
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
