import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface AnswerHoldingProxy {
  /** The same URL, through the proxy. */
  url: string;
  /** From the next request on that has this text in it, its connection gets no answer any more. */
  holdAnswerTo(text: string): void;
  /** Whether such a request has come. */
  isHolding(): boolean;
  close(): void;
}

/** A proxy in front of PostgreSQL that can keep an answer to itself: the database has committed, and nobody knows. */
export async function startAnswerHoldingProxy(serverUrl: string): Promise<AnswerHoldingProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let held: string | undefined;
  let isHolding = false;

  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    let isMuted = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (held !== undefined && chunk.includes(held)) {
        held = undefined;
        isMuted = true;
        isHolding = true;
      }
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (!isMuted) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    holdAnswerTo: (text) => {
      held = text;
      isHolding = false;
    },
    isHolding: () => isHolding,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
