import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { OutgoingRequest, OutgoingResponse } from '../services/webhooks/webhook-dependencies.ts';

const mostRead = 64 * 1_024;

export interface Exchanged extends Pick<OutgoingRequest, 'headers'> {
  method: 'GET' | 'POST';
  body?: string;
  /** The number of bytes of the response that are read as text. */
  kept: number;
}

/**
 * Sends a request over a connection and closes it. The response counts as soon as its status has arrived. Its
 * body is for people to read, and may be incomplete.
 */
export function exchange(
  connection: Socket,
  url: URL,
  { method, headers, body, kept }: Exchanged,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  return new Promise<OutgoingResponse>((resolve, reject) => {
    const request = startRequest({
      method,
      path: url.pathname + url.search,
      // With its own connection the request has no agent: nothing is pooled, and no proxy from the environment is
      // used.
      createConnection: () => connection,
      setHost: false,
    });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    request.setHeader('Host', url.host);
    request.setHeader('Connection', 'close');
    if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));

    let answer: { response: IncomingMessage; chunks: Buffer[] } | undefined;
    const finish = (error?: Error) => {
      signal.removeEventListener('abort', abort);
      connection.destroy();
      if (answer) resolve(toResponse(answer.response, answer.chunks, kept));
      else reject(error ?? Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' }));
    };
    const abort = () => finish(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    request.on('error', finish);
    request.on('close', () => finish());
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer = { response, chunks };
      response.on('data', (chunk: Buffer) => {
        if (size < kept) chunks.push(chunk);
        size += chunk.length;
        if (size >= mostRead) finish();
      });
      response.on('end', () => finish());
      response.on('error', () => finish());
    });
    request.end(body);
  });
}

function toResponse(
  { statusCode, headers }: IncomingMessage,
  chunks: Buffer[],
  kept: number,
): OutgoingResponse {
  // A character that was cut at the end is left out. PostgreSQL cannot store NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, kept), { stream: true });
  return { status: statusCode!, retryAfter: headers['retry-after'], text: text.replaceAll('\0', '\ufffd') };
}
