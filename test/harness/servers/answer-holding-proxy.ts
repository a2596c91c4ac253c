import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface AnswerHoldingProxy {
  /** The same URL, through the proxy. */
  url: string;
  /** Of each text: from the next request on that has it in it, its connection gets no answer any more. */
  holdAnswerTo(...texts: string[]): void;
  /** Whether such a request has come, of each. */
  isHolding(): boolean;
  close(): void;
}

/** A proxy in front of PostgreSQL that can keep an answer to itself: the database has committed, and nobody knows. */
export async function startAnswerHoldingProxy(serverUrl: string): Promise<AnswerHoldingProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let awaited: string[] = [];
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
      const others = awaited.filter((text) => !chunk.includes(text));
      if (others.length < awaited.length) {
        awaited = others;
        isMuted = true;
        isHolding = others.length === 0;
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
    holdAnswerTo: (...texts) => {
      awaited = texts;
      isHolding = false;
    },
    isHolding: () => isHolding,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
