import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Keyed by lower-case name. */
  headers: Record<string, string>;
  text: string;
}

export interface RawConnection {
  socket: Socket;
  /** Resolves when either side has closed the connection. */
  closed: Promise<void>;
  /** Resolves when the server has closed its sending side. */
  ended: Promise<void>;
  /** Returns true if the server reset the connection. */
  wasReset(): boolean;
  text(): string;
  /** Parses the received data as complete responses. Throws if anything else was received. */
  answers(): RawAnswer[];
}

/**
 * Opens a connection on which a test can write any bytes.
 * @param stays if true, the client keeps its side open after the server has closed its own
 */
export function openRaw(address: string, { stays = false } = {}): RawConnection {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: stays });
  socket.setNoDelay();
  const chunks: Buffer[] = [];
  let isReset = false;
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    isReset ||= error.code === 'ECONNRESET';
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  const ended = new Promise<void>((resolve) => {
    socket.on('end', resolve);
    socket.on('close', () => resolve());
  });
  return {
    socket,
    closed,
    ended,
    wasReset: () => isReset,
    text: () => Buffer.concat(chunks).toString(),
    answers: () => parseAnswers(Buffer.concat(chunks)),
  };
}

/** Writes byte by byte, each in its own packet if the system allows it. */
export async function drip({ socket }: RawConnection, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    if (!socket.writable) return;
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine, ...lines] = rest.subarray(0, headEnd).toString().split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine!)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    );
    const end = headEnd + 4 + Number(headers['content-length']);
    if (headEnd === -1 || !(status > 0) || !(end <= rest.length))
      throw new Error(`not whole answers: ${bytes.toString()}`);
    answers.push({ status, headers, text: rest.subarray(headEnd + 4, end).toString() });
    rest = rest.subarray(end);
  }
  return answers;
}
