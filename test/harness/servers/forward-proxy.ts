import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { listenLocally } from './listen-locally.ts';

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
  return { ...(await listenLocally(server)), targets };
}
