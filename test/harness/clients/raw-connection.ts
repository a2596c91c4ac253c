import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
}

export interface RawConnection {
  socket: Socket;
  /** Resolves when it is closed, whoever did it. */
  closed: Promise<void>;
  /** Resolves when the server has said that it sends nothing more. */
  ended: Promise<void>;
  /** Whether the server has reset the connection. */
  wasReset(): boolean;
  text(): string;
  /** What has come so far, as whole answers; throws where it is anything else. */
  answers(): RawAnswer[];
}

/** A connection on which a test writes what it likes. `stays`: it does not end its side when the server does. */
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

/** Writes byte by byte, each in a packet of its own as far as the system lets it. */
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
