import { createServer, request as forward } from 'node:http';
import { listenLocally } from './listen-locally.ts';

/** Starts a proxy in front of the service. While `isAway` returns true, it drops each request, and counts it. */
export async function startDroppingProxy(target: string, isAway: () => boolean) {
  const dropped = { count: 0 };
  const server = createServer((request, response) => {
    if (isAway()) {
      dropped.count += 1;
      response.destroy();
      return;
    }
    const { method, url, headers } = request;
    const onward = forward(new URL(url!, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return { ...(await listenLocally(server)), dropped };
}
