import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.ts';

/** The faults that the proxy injects. */
export const faults = [
  /** The request is not delivered. */
  'drop request',
  /** The request is executed, and the response is lost. */
  'drop answer',
  /** The request is executed, and the response arrives too late. */
  'delay answer',
  /** The request is executed, and the response is cut off. */
  'truncate answer',
  /** The request is delivered twice, and the second response is returned. */
  'deliver twice',
  /** The request is not delivered, and the proxy responds itself. */
  'bad gateway',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyProxy {
  address: string;
  /** Number of requests per fault, and without one. */
  made: Record<Fault | 'none', number>;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of the service that injects a fault into a share of the requests.
 * @param random returns numbers from 0 to 1, so that a run can be repeated
 */
export async function startFaultyProxy(
  target: string,
  { share, delayMillis, random }: { share: number; delayMillis: number; random: () => number },
): Promise<FaultyProxy> {
  const made = Object.fromEntries([...faults, 'none'].map((name) => [name, 0])) as FaultyProxy['made'];
  const server = createServer(async (request, response) => {
    const fault = random() < share ? faults[Math.floor(random() * faults.length)] : undefined;
    made[fault ?? 'none']++;
    try {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      await handle(fault, request, Buffer.concat(body), response);
    } catch {
      // The client has disconnected, or the service is unavailable.
      response.destroy();
    }
  });

  async function handle(
    fault: Fault | undefined,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ) {
    if (fault === 'drop request') return response.destroy();
    if (fault === 'bad gateway') {
      return response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    }
    let answer = await deliver(target, request, body);
    if (fault === 'deliver twice') answer = await deliver(target, request, body);
    if (fault === 'drop answer') return response.destroy();
    if (fault === 'delay answer') await new Promise((resolve) => setTimeout(resolve, delayMillis));
    response.writeHead(answer.status, answer.headers);
    if (fault !== 'truncate answer') return response.end(answer.body);
    return response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
  }

  return { ...(await listenLocally(server)), made };
}

function deliver(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  type Delivered = { status: number; headers: IncomingMessage['headers']; body: Buffer };
  return new Promise<Delivered>((resolve, reject) => {
    const onward = forward(new URL(url!, target), { method, headers }, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
