import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Change } from '../index.ts';
import { signWebhook } from '../webhooks/index.ts';

/** The result of sending a webhook. */
export interface Delivery {
  /** The status of the response; undefined without one. */
  status?: number | undefined;
  /** The beginning of the body if the response is not 2xx, or why there is no response. */
  text: string;
}

export const isDelivered = ({ status = 0 }: Delivery) => status >= 200 && status <= 299;

// As the service.
const timeoutMs = 15_000;
const mostRead = 1_024;

/**
 * Sends a change to a receiver as the service does, with the same headers and body, signed as in Standard Webhooks 1.0. Redirects
 * are not followed. Does not reject because of the receiver.
 */
export async function deliver(
  { id, type, timestamp, sequence, data }: Change,
  { forward, secret, signal }: { forward: URL; secret: string; signal: AbortSignal },
): Promise<Delivery> {
  const body = JSON.stringify({ type, timestamp, sequence, data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Courtbridge-Webhooks/1',
    ...(await signWebhook({ secret, body, id })),
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const start = forward.protocol === 'https:' ? overHttps : overHttp;
    // Without an agent, each request has its own connection, as that of the service.
    const request = start(forward, { method: 'POST', headers, agent: false, signal });
    const timer = setTimeout(() => request.destroy(new Error('no response within 15 s')), timeoutMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', (error) => resolve({ text: reasonOf(error) }));
    request.on('response', async (response) => {
      resolve({ status: response.statusCode, text: await beginningOf(response) });
      request.destroy();
    });
    request.end(body);
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  if (isDelivered({ status: response.statusCode, text })) return text;
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length >= mostRead) break;
    }
  } catch {
    // The status counts, even if the rest of the response is lost.
  }
  return text.slice(0, mostRead);
}

function reasonOf(error: Error & { code?: string; errors?: Error[] }): string {
  if (error.code === 'ECONNREFUSED') return 'nothing listens there';
  // For a name, Node has an error for each of its addresses.
  return error.message || error.errors?.map(({ message }) => message).join(', ') || `${error.code}`;
}
