import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenLocally } from './listen-locally.ts';

export interface Received {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
  body: any;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface WebhookReceiver {
  /** The URL of a path. Each path is an endpoint. */
  urlOf(path: string): string;
  /** In order of arrival. */
  received: Received[];
  idsAt(path: string): string[];
  /** The response, until it is changed. Undefined means no response. Initially 204. */
  answer: (webhook: Received) => Answer | undefined | Promise<Answer | undefined>;
  /** Highest number of concurrent requests to one path. */
  mostAtOnce(path: string): number;
  overlapping: string[];
  stop(): Promise<void>;
}

/**
 * @param at the port; default: any free one
 * @param receiver what becomes the receiver
 */
export async function startReceiver(at = 0, receiver = {} as WebhookReceiver): Promise<WebhookReceiver> {
  const underWay = new Map<string, string[]>();
  const most = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url!;
    const id = String(request.headers['webhook-id']);
    const here = underWay.get(path) ?? [];
    underWay.set(path, here);
    if (here.includes(id)) receiver.overlapping.push(`${path} ${id}`);
    here.push(id);
    most.set(path, Math.max(most.get(path) ?? 0, here.length));
    response.once('close', () => here.splice(here.indexOf(id), 1));
    let text = '';
    for await (const chunk of request) text += chunk;
    const webhook = { id, path, headers: request.headers, text, body: JSON.parse(text) };
    receiver.received.push(webhook);
    const answer = await receiver.answer(webhook);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const { address, close } = await listenLocally(server, at);
  return Object.assign<WebhookReceiver, WebhookReceiver>(receiver, {
    urlOf: (path) => `${address}${path}`,
    received: [],
    idsAt: (path) => receiver.received.filter((webhook) => webhook.path === path).map(({ id }) => id),
    answer: () => ({ status: 204 }),
    mostAtOnce: (path) => most.get(path) ?? 0,
    overlapping: [],
    stop: close,
  });
}
