import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import { listenLocally } from '../../harness/servers/listen-locally.ts';

/**
 * Starts a proxy in front of the service, like a partner's own. It also serves a page, and scripts for a browser.
 * @param scriptAt returns the script at a path, or undefined
 */
export async function startFront(
  service: string,
  scriptAt: (path: string) => Buffer | undefined,
  onCall: (headers: IncomingHttpHeaders) => void = () => {},
): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const script = scriptAt(url);
    if (script) return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    if (!url.startsWith('/api/')) {
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>page</title>');
    }
    onCall(headers);
    return request.pipe(
      forward(new URL(url, service), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  return listenLocally(server);
}
