import { createServer, type RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import type { WebhookHandler } from '../../../sdk/src/webhooks/index.ts';
import { listenLocally } from './listen-locally.ts';

/** Typical partner servers with a webhook handler of the SDK. */
export const webhookServers = {
  "Node's http": ({ nodeHandler }: WebhookHandler): RequestListener => nodeHandler,
  'the Fetch API': ({ fetchHandler }: WebhookHandler): RequestListener => getRequestListener(fetchHandler),
  Hono: ({ fetchHandler }: WebhookHandler): RequestListener =>
    getRequestListener(new Hono().all('/hook', (context) => fetchHandler(context.req.raw)).fetch),
  'Express with express.raw': ({ nodeHandler }: WebhookHandler): RequestListener =>
    express().all('/hook', express.raw({ type: 'application/json', limit: '5mb' }), nodeHandler),
  'Express without a parser': ({ nodeHandler }: WebhookHandler): RequestListener =>
    express().all('/hook', nodeHandler),
} as const;

export type WebhookServerKind = keyof typeof webhookServers;

/** Starts a server on its own port. `url` receives webhooks. */
export async function listen(listener: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const { address, close } = await listenLocally(createServer(listener));
  return { url: `${address}/hook`, stop: close };
}
