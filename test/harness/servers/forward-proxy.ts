import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ForwardProxy {
  address: string;
  /** Host and port of every request or tunnel. */
  targets: string[];
  close(): Promise<void>;
}

export async function startForwardProxy(): Promise<ForwardProxy> {
  const targets: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url!);
    targets.push(target.host);
    const passed = request(target, { method: incoming.method!, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  server.on('connect', ({ url }, client) => {
    targets.push(url!);
    const [host, port] = url!.split(':');
    const tunnel = connect(Number(port), host!, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(client).pipe(tunnel);
    });
    for (const socket of [tunnel, client]) socket.on('error', () => tunnel.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
