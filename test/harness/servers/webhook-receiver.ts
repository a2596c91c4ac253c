import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as it arrived. */
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
  /** Where a path of it is reached: each path is an endpoint. */
  urlOf(path: string): string;
  /** In the order of arrival. */
  received: Received[];
  /** Ids of the webhooks of a path, in the order of arrival. */
  idsAt(path: string): string[];
  /** What it answers, until it is set anew; undefined: never. 204 to begin with. */
  answer: (webhook: Received) => Answer | undefined | Promise<Answer | undefined>;
  /** The most requests of one path that were under way at once. */
  mostAtOnce(path: string): number;
  /** Webhooks that arrived while the same one was under way at the same path. */
  overlapping: string[];
  stop(): Promise<void>;
}

/** Takes webhooks, as a partner does. */
export async function startReceiver(): Promise<WebhookReceiver> {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    received: [],
    idsAt: (path) => receiver.received.filter((webhook) => webhook.path === path).map(({ id }) => id),
    answer: () => ({ status: 204 }),
    mostAtOnce: (path) => most.get(path) ?? 0,
    overlapping: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
