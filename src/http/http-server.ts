import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { maxHeaderBytes } from '../errors.ts';
import { type Caller, callerOf } from './caller.ts';
import { Connection } from './connection.ts';
import { framingFault, malformedRequest, methodErrorText, rejectMalformed } from './malformed-request.ts';
import { queueRejection } from './queue-rejection.ts';
import type { RequestHandler } from './request-handler.ts';

export interface HttpServer {
  /** Starts listening. Returns the address, such as `http://127.0.0.1:4000`. */
  listen(port: number, host: string): Promise<string>;
  /** Answers pending requests, sends `Connection: close` and closes the server. */
  drain(): Promise<void>;
}

export interface ConnectionLimits {
  headersMillis: number;
  requestMillis: number;
  /** For silence in both directions. A client that does not read its responses is disconnected. */
  silenceMillis: number;
  /** For the next request on an idle connection. */
  keepAliveMillis: number;
}

const defaultLimits: ConnectionLimits = {
  // Slow clients are disconnected within 16 s, because timeouts are checked every second.
  headersMillis: 10_000,
  requestMillis: 15_000,
  silenceMillis: 20_000,
  // Longer than load balancers keep idle connections, so that they close them and not the server.
  keepAliveMillis: 65_000,
};
/** While draining, idle connections stay open this long for a client that is about to use one. */
const idleMillis = 500;
const defaultDrainMillis = 10_000;

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

interface HttpServerOptions extends Partial<ConnectionLimits> {
  /** Time for which new connections are still accepted after `/readyz` reports not ready. */
  graceMillis: number;
  /** Number of proxies in front that append to `X-Forwarded-For` and set `X-Forwarded-Proto`. */
  trustedProxies: number;
  /** Time for open requests to finish while draining. Connections that remain are closed. */
  drainMillis?: number;
}

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
    // Replaces a missing `Host` in HTTP/1.0. No response depends on it.
    { hostname: 'localhost', errorHandler: () => malformedRequest() },
  );
  const connections = new WeakMap<Socket, Connection>();
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!connections.get(incoming.socket)?.take(incoming, outgoing)) return;
    if (closing) outgoing.shouldKeepAlive = false;
    const fault = framingFault(incoming);
    if (fault) {
      rejectMalformed(outgoing, fault);
      return;
    }
    if (incoming.url === '*' && incoming.method === 'OPTIONS') {
      // The methods of the server as a whole (RFC 9110, section 9.3.7).
      outgoing.writeHead(200, { Allow: methods, 'Content-Length': '0', 'X-Request-Id': randomUUID() }).end();
      return;
    }
    const rejection = handler.shed(incoming, () => callerOf(incoming, trustedProxies));
    if (rejection) queueRejection(outgoing, rejection);
    else answer(incoming, outgoing);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
      // If true, Node would respond by itself, without a body. No upstream issue known. Remove when Node lets
      // `clientError` respond.
      requireHostHeader: false,
    },
    listener,
  );
  // A client may end its side and then read. By default Node would close the connection without a response. The
  // property is undocumented but kept for its users (nodejs/node#36819). Remove when it is an option or the default.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Their size is limited. Node would drop further headers silently, and could not parse a request again without them.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.silenceMillis);
  server.on('connection', (socket) => {
    if (!connections.has(socket))
      connections.set(socket, new Connection(socket, { ...limits, targets: handler }));
  });
  // Without a listener, Node answers the request and then discards what follows it. Here, it is parsed again without the
  // header, which a server may ignore (RFC 9110, section 7.8). No upstream issue known. Remove when its test passes
  // without it.
  server.on('upgrade', (incoming, socket, rest) => {
    const connection = connections.get(socket as Socket);
    connection?.whenAnswered(() => {
      socket.unshift(Buffer.concat([headWithoutUpgrade(incoming), rest]));
      server.emit('connection', socket);
    });
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', listener);
  // Without a listener, Node closes the connection without a response.
  server.on('connect', ({ url = '/' }, socket) =>
    connections.get(socket as Socket)?.createError(methodErrorText(url, handler)),
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
      // Load balancers poll /readyz and send new connections elsewhere.
      await sleep(graceMillis);
      // From here on, new connections are rejected, and open ones get `Connection: close` with their next response.
      // The close method of Node's HTTP server would close idle connections at once and lose a request in transit
      // (nodejs/node#51677, #60617). Remove when it lets them drain.
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

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Returns a function that keeps an idle connection open on purpose. A closing client ends its side first, and a
 * crashed one may send no more than that. So a client that only ends its requests is answered early.
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
