import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of 127.0.0.1, or on the given one. `close` also closes the connections of an HTTP server. */
export async function listenLocally(server: Server & { closeAllConnections?(): void }, at = 0) {
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}
