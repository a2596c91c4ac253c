import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './listen-locally.ts';

export interface AnswerHoldingProxy {
  url: string;
  /** Holds the response to the next request that contains each text. The connection then receives no more responses. */
  holdAnswerTo(...texts: string[]): void;
  /** Returns true once such a request has arrived for each text. */
  isHolding(): boolean;
  close(): void;
}

/** Starts a proxy in front of PostgreSQL that can hold back a response. The database has then committed, but the client does not know. */
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
      // The beginning of a transaction commits nothing.
      const others = awaited.filter((text) => !chunk.includes(text) || chunk.includes('begin\0'));
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
  const { address } = await listenLocally(server);
  const url = new URL(serverUrl);
  url.host = new URL(address).host;
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
