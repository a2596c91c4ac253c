import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.ts';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** `performance.now()` at its arrival. */
  at: number;
}

/** The handling of a request. `drop` closes the connection, and `hang` sends no response. */
export type Script =
  | 'drop'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: unknown; cutAfter?: number };

export interface ScriptedServer {
  address: string;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts an HTTP server that follows a script, one step per request. The last step repeats. */
export async function startScriptedServer(...script: Script[]): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const chunk of request) body += chunk;
    } catch {
      // The client has disconnected.
      return;
    }
    received.push({
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body,
      at: performance.now(),
    });
    play(script[Math.min(received.length, script.length) - 1]!, request, response);
  });
  return { ...(await listenLocally(server)), received };
}

function play(step: Script, request: IncomingMessage, response: ServerResponse): void {
  if (step === 'drop') request.socket.destroy();
  if (step === 'drop' || step === 'hang') return;
  const text = typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? {});
  response.writeHead(step.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...step.headers,
  });
  if (step.cutAfter === undefined) response.end(text);
  else response.write(text.slice(0, step.cutAfter), () => request.socket.destroy());
}
