import { connect, type Socket } from 'node:net';
import type { Request } from './request.ts';

export type Outcome =
  | { status: number; retryAfter: string | undefined; text: string }
  | { status: 0; error: string };

interface Exchange {
  sentAt: number;
  answer: string;
  done: (outcome: Outcome) => void;
}

/**
 * A minimal HTTP/1.1 client with kept-alive connections. It shares the CPU with the service under test, and undici needs twice as much (100
 * µs a request instead of 50).
 */
export class HttpClient {
  readonly #port: number;
  readonly #localAddress: string | undefined;
  readonly #idle: Socket[] = [];
  readonly #open = new Map<Socket, Exchange>();
  readonly #impatience: NodeJS.Timeout;

  constructor(port: number, patienceMillis: number, localAddress?: string) {
    this.#port = port;
    this.#localAddress = localAddress;
    this.#impatience = setInterval(() => {
      const since = performance.now() - patienceMillis;
      for (const [socket, { sentAt }] of this.#open)
        if (sentAt < since) socket.destroy(new Error('no response'));
    }, 1_000).unref();
  }

  send(request: Request): Promise<Outcome> {
    const { method, path, headers, body = '' } = request;
    let head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\n`;
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
    if (method !== 'GET') head += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    const socket = this.#idle.pop() ?? this.#connect();
    return new Promise((done) => {
      this.#open.set(socket, { sentAt: performance.now(), answer: '', done });
      socket.write(`${head}\r\n${body}`);
    });
  }

  close(): void {
    clearInterval(this.#impatience);
    for (const socket of this.#idle) socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({
      port: this.#port,
      host: '127.0.0.1',
      noDelay: true,
      ...(this.#localAddress === undefined ? {} : { localAddress: this.#localAddress }),
    });
    let fault: string | undefined;
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.#read(socket, text as unknown as string));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code ?? error.message;
    });
    socket.once('close', () => {
      const exchange = this.#open.get(socket);
      this.#open.delete(socket);
      const at = this.#idle.indexOf(socket);
      if (at !== -1) this.#idle.splice(at, 1);
      exchange?.done({ status: 0, error: exchange.answer ? 'cut off' : (fault ?? 'closed') });
    });
    return socket;
  }

  #read(socket: Socket, text: string): void {
    const exchange = this.#open.get(socket);
    if (!exchange) return;
    exchange.answer += text;
    const { answer, done } = exchange;
    const end = answer.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = answer.slice(0, end);
    const body = bodyOf(head, answer.slice(end + 4));
    if (body === undefined) return;
    this.#open.delete(socket);
    if (/\r\nconnection: close/i.test(head)) socket.destroy();
    else this.#idle.push(socket);
    const retryAfter = /\r\nretry-after: (.*)/i.exec(head)?.[1]?.trim();
    done({ status: Number(head.slice(9, 12)), retryAfter, text: Buffer.from(body, 'latin1').toString() });
  }
}

/** Returns the body of a response, or undefined if it is incomplete. The text is latin1, so each character is a byte. */
function bodyOf(head: string, rest: string): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return rest.length >= Number(length) ? rest : undefined;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return '';
  let body = '';
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(rest.slice(at, line), 16);
    if (size === 0) return rest.endsWith('\r\n\r\n') ? body : undefined;
    body += rest.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
