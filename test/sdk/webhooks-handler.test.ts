import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createSequenceKeeper,
  createWebhookHandler,
  signWebhook,
  type WebhookEvent,
  type WebhookHandler,
  type WebhookHandlerOptions,
  WebhookVerificationError,
} from '../../sdk/src/webhooks/index.ts';
import { newSecret, shownSecret } from '../../src/services/webhook-deliveries/signature.ts';
import { listen, type WebhookServerKind, webhookServers } from '../harness/servers/webhook-servers.ts';

const secret = shownSecret('HMAC_SHA256', newSecret('HMAC_SHA256'));
const text = JSON.stringify({
  type: 'court_booking.cancelled',
  timestamp: '2026-11-20T11:59:59.000Z',
  sequence: 1_041,
  data: { externalCourtBookingId: 'booking-42' },
});

const servers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

function receiver(options: Partial<WebhookHandlerOptions> = {}) {
  const events: WebhookEvent[] = [];
  const errors: [error: unknown, event: WebhookEvent | undefined][] = [];
  const handler = createWebhookHandler({
    secrets: secret,
    onEvent: (event) => events.push(event),
    onError: (error, event) => errors.push([error, event]),
    ...options,
  });
  return { handler, events, errors };
}

async function serve(
  kind: WebhookServerKind | ((handler: WebhookHandler) => express.Express),
  handler: WebhookHandler,
) {
  const toListener = typeof kind === 'function' ? kind : webhookServers[kind];
  const server = await listen(toListener(handler));
  servers.push(server);
  return server.url;
}

async function post(url: string, body: string | ReadableStream = text, headers: Record<string, string> = {}) {
  const signed = await signWebhook({ secret, body: typeof body === 'string' ? body : '' });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe.each(Object.keys(webhookServers) as WebhookServerKind[])('%s', (kind) => {
  it('responds with 204 and no body to a valid signature, after onEvent', async () => {
    let isDone = false;
    const onEvent = async (event: WebhookEvent) => {
      await new Promise((resolve) => setImmediate(resolve));
      isDone = event.type === 'court_booking.cancelled' && event.data.externalCourtBookingId === 'booking-42';
    };
    const { handler, errors } = receiver({ onEvent });
    const { status, text, headers } = await post(await serve(kind, handler));
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    expect(isDone).toBe(true);
    expect(errors).toEqual([]);
  });

  it('responds with 400 and the reason to a wrong signature, and calls only onError', async () => {
    const { handler, events, errors } = receiver();
    const answer = await post(await serve(kind, handler), text, { 'webhook-signature': 'v1,AAAA' });
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/^no_match: No signature/) });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(events).toEqual([]);
    expect(errors).toEqual([[expect.any(WebhookVerificationError), undefined]]);
  });

  it('responds with 405 and Allow to anything but POST', async () => {
    const { handler } = receiver();
    const response = await fetch(await serve(kind, handler));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.text()).toBe('Webhooks are sent by POST.');
  });

  it('responds with 413 to a body that is too long, with a known length or without', async () => {
    const { handler, events } = receiver({ maxBytes: 1_000 });
    const url = await serve(kind, handler);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(2_000))),
    });
    // Express reads the whole body, so this one must end.
    const unknown = kind === 'Express with express.raw' ? streamOf('x'.repeat(100_000)) : endless;
    for (const body of ['x'.repeat(1_001), unknown]) {
      const { status, text } = await post(url, body);
      expect([status, text]).toEqual([413, expect.stringContaining('longer than 1000 bytes')]);
    }
    expect((await post(url, 'x'.repeat(1_000))).status).toBe(400);
    expect(events).toEqual([]);
  });

  it('responds with 500 if onEvent fails, without the error, and accepts the event again', async () => {
    const failure = new Error('the password of the database is hunter2');
    let count = 0;
    const onEvent = () => {
      count += 1;
      if (count === 1) throw failure;
    };
    const { handler, errors } = receiver({ onEvent, sequences: createSequenceKeeper() });
    const url = await serve(kind, handler);
    const answer = await post(url);
    expect([answer.status, answer.text]).toEqual([
      500,
      'The receiver failed. Its log has the reason. Send the webhook again.',
    ]);
    expect(errors).toEqual([[failure, expect.objectContaining({ sequence: 1_041 })]]);
    expect((await post(url)).status).toBe(204);
    expect((await post(url)).status).toBe(204);
    expect(count).toBe(2);
  });
});

const streamOf = (content: string) => new Response(content).body!;

describe('body that was read before verification', () => {
  const bodyless = { status: 500, text: expect.stringMatching(/^body_not_raw: .*express\.raw/s) };

  it('responds with 500 and advice after express.json(), so that no event is lost', async () => {
    const { handler, events, errors } = receiver();
    const url = await serve(
      ({ nodeHandler }) => express().use(express.json()).post('/hook', nodeHandler),
      handler,
    );
    expect(await post(url)).toMatchObject(bodyless);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([[{ reason: 'body_not_raw' }, undefined]]);
  });

  it('responds with 204 if express.json() keeps the raw body', async () => {
    const { handler, events } = receiver();
    const keeping = express.json({
      verify: (request, _response, raw) => {
        (request as { rawBody?: Buffer }).rawBody = raw;
      },
    });
    const url = await serve(({ nodeHandler }) => express().use(keeping).post('/hook', nodeHandler), handler);
    expect((await post(url)).status).toBe(204);
    expect(events).toHaveLength(1);
  });

  it('responds with 204 if an Express parser is for another content type', async () => {
    const { handler } = receiver();
    const other = express.raw({ type: 'application/pdf' });
    const url = await serve(({ nodeHandler }) => express().use(other).post('/hook', nodeHandler), handler);
    expect((await post(url)).status).toBe(204);
  });

  it('responds with 500 if the stream of a Node server was already read', async () => {
    const { handler } = receiver();
    const url = await serve(
      ({ nodeHandler }) =>
        express().post('/hook', async (request, response) => {
          for await (const _chunk of request);
          await nodeHandler(request, response);
        }),
      handler,
    );
    expect(await post(url)).toMatchObject(bodyless);
  });

  it('responds with 500 if a Request was already read', async () => {
    const { handler } = receiver();
    const request = new Request('http://localhost/', { method: 'POST', body: text });
    await request.text();
    const answer = await handler.fetchHandler(request);
    expect({ status: answer.status, text: await answer.text() }).toMatchObject(bodyless);
  });
});

it('calls onError if the sender disconnects early, and serves the next request', async () => {
  for (const kind of ["Node's http", 'the Fetch API'] as const) {
    const { handler, events, errors } = receiver();
    const url = await serve(kind, handler);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    // The first half has arrived when a complete request after it gets its response.
    expect((await post(url)).status).toBe(204);
    socket.destroy();
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toMatchObject([
      { status: 400, message: expect.stringContaining('disconnected') },
      undefined,
    ]);
    expect((await post(url)).status).toBe(204);
    expect(events).toHaveLength(2);
  }
});

it('rejects a body that closes before its end, on platforms that report only `close`', async () => {
  const { handler, errors } = receiver();
  const request = Object.assign(new PassThrough(), { method: 'POST', headers: {} });
  let answered: string | undefined;
  const response = { statusCode: 0, setHeader: () => {}, end: (said?: string) => (answered = said) };
  const handled = handler.nodeHandler(request, response);
  request.write('half');
  request.destroy();
  await expect(handled).resolves.toBeUndefined();
  expect([response.statusCode, answered]).toEqual([400, expect.stringContaining('disconnected')]);
  expect(errors).toHaveLength(1);
});

describe('framework of a Node request', () => {
  /** Returns the response to a valid request with a body of this kind, and the Connection header. */
  async function answerTo(body: object, options: Partial<WebhookHandlerOptions> = {}, sent = text) {
    const { handler, events } = receiver(options);
    const headers = await signWebhook({ secret, body: sent });
    // Emits its data once there is a listener, like a request.
    const stream = new PassThrough({ encoding: 'utf8' }).end(sent);
    const request = {
      method: 'POST',
      headers,
      on: (event: string, listener: () => void) => stream.on(event, listener),
      ...body,
    };
    const set: Record<string, string> = {};
    const response = {
      statusCode: 0,
      setHeader: (name: string, value: string) => (set[name] = value),
      end: () => {},
    };
    await handler.nodeHandler(request, response);
    return [response.statusCode, events.length, set.Connection];
  }

  it('accepts a body that the framework reads as text', async () => {
    expect(await answerTo({})).toEqual([204, 1, undefined]);
    expect(await answerTo({ body: text })).toEqual([204, 1, undefined]);
  });

  it('accepts chunks that split a character', async () => {
    const sent = JSON.stringify({ ...JSON.parse(text), data: { name: 'Zoë 🎾' } });
    const on = (event: string, listener: (chunk?: Buffer) => void) => {
      if (event === 'data') for (const byte of Buffer.from(sent)) listener(Buffer.of(byte));
      if (event === 'end') listener();
    };
    expect(await answerTo({ on }, {}, sent)).toEqual([204, 1, undefined]);
  });

  it('responds with 500 if a parser left a body that it may have read, and otherwise with 204', async () => {
    expect(await answerTo({ body: {} })).toEqual([500, 0, undefined]);
    expect(await answerTo({ body: null })).toEqual([204, 1, undefined]);
    expect(await answerTo({ body: {}, readableDidRead: false })).toEqual([204, 1, undefined]);
  });

  it('responds with 413 to too much data, without waiting for the rest', async () => {
    const { buffer } = Uint8Array.from(Buffer.from(text));
    for (const body of [{}, { body: text }, { body: buffer }, { rawBody: Buffer.from(text) }]) {
      expect(await answerTo(body, { maxBytes: text.length - 1 })).toEqual([413, 0, 'close']);
      expect((await answerTo(body, { maxBytes: text.length }))[0]).toBe(204);
    }
    expect((await answerTo({ body: 'é'.repeat(600) }, { maxBytes: 1_000 }))[0]).toBe(413);
  });

  it('responds with 413 to a too large Content-Length, without reading the body', async () => {
    const on = vi.fn();
    const headers = { 'content-length': '1001' };
    expect(await answerTo({ headers, on }, { maxBytes: 1_000 })).toEqual([413, 0, 'close']);
    expect(on).not.toHaveBeenCalled();
  });

  it('responds with 400 if the sender has disconnected before, so that no event follows', async () => {
    expect((await answerTo({ destroyed: true, on: () => {} }))[0]).toBe(400);
  });

  it('passes a failure of the request to onError as the cause', async () => {
    const failure = new Error('reset');
    const onError = vi.fn();
    const on = (event: string, listener: (error: Error) => void) => event === 'error' && listener(failure);
    expect((await answerTo({ on }, { onError }))[0]).toBe(400);
    expect(onError.mock.calls[0]![0]).toMatchObject({ status: 400, cause: failure });
  });
});

it('responds with 500, so that the event is sent again, if the platform lacks the cryptography', async () => {
  const headers = await signWebhook({ secret, body: text });
  const subtle = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no'));
  const answer = await answerOf(receiver().handler, headers);
  subtle.mockRestore();
  expect(answer).toEqual([500, expect.stringMatching(/^unsupported_platform: /)]);
});

it('treats a verification error thrown by onEvent like any other failure', async () => {
  const refusal = new WebhookVerificationError('no_match', 'of another webhook');
  const onEvent = () => Promise.reject(refusal);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { handler } = receiver({ onEvent, onError: undefined });
  const answer = await answerOf(handler, await signWebhook({ secret, body: text }));
  const calls = logged.mock.calls;
  logged.mockRestore();
  expect(answer).toEqual([500, expect.stringMatching(/^The receiver failed/)]);
  expect(calls).toEqual([[expect.any(String), refusal]]);
});

async function answerOf({ fetchHandler }: WebhookHandler, headers: Record<string, string>) {
  const response = await fetchHandler(
    new Request('http://localhost/', { method: 'POST', body: text, headers }),
  );
  return [response.status, await response.text()];
}

it('responds with 413 to a Request with a too large Content-Length, without reading it', async () => {
  const getReader = vi.fn();
  const headers = new Headers({ 'content-length': '1001' });
  const request = { method: 'POST', headers, bodyUsed: false, body: { getReader } } as object as Request;
  const { status } = await receiver({ maxBytes: 1_000 }).handler.fetchHandler(request);
  expect([status, getReader.mock.calls]).toEqual([413, []]);
});

it('leaves the response of a server whose time limit was faster', async () => {
  let handled: Promise<void> | undefined;
  const limited = ({ nodeHandler }: WebhookHandler) =>
    express().post('/hook', (request, response) => {
      response.sendStatus(503);
      handled = nodeHandler(request, response);
    });
  await post(await serve(limited, receiver().handler), text, { 'webhook-id': 'other' });
  await expect(handled).resolves.toBeUndefined();
});

it('treats a Request without a body like an empty one', async () => {
  const { handler, errors } = receiver();
  const headers = await signWebhook({ secret, body: '' });
  const answer = await handler.fetchHandler(new Request('http://localhost/', { method: 'POST', headers }));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^invalid_body: /)]);
  expect(errors).toMatchObject([[{ reason: 'invalid_body' }, undefined]]);
});

describe('missing onError', () => {
  const spied = () => vi.spyOn(console, 'error').mockImplementation(() => {});

  it('logs errors of onEvent and parsed bodies to console.error, as they would be lost otherwise', async () => {
    const logged = spied();
    const failure = new Error('broken');
    const { handler } = receiver({
      onError: undefined,
      onEvent: () => {
        throw failure;
      },
    });
    await post(await serve("Node's http", handler));
    const url = await serve(
      ({ nodeHandler }) => express().use(express.json()).post('/hook', nodeHandler),
      handler,
    );
    await post(url);
    const calls = logged.mock.calls;
    logged.mockRestore();
    expect(calls).toEqual([
      [expect.stringContaining('court_booking.cancelled'), failure],
      [
        expect.stringContaining('the webhook was not accepted'),
        expect.objectContaining({ reason: 'body_not_raw' }),
      ],
    ]);
  });

  it('does not log invalid requests, which anyone could send to fill the log', async () => {
    const logged = spied();
    const { handler } = receiver({ onError: undefined, maxBytes: 1_000 });
    const url = await serve("Node's http", handler);
    expect((await post(url, text, { 'webhook-id': 'other' })).status).toBe(400);
    expect((await post(url, 'x'.repeat(1_001))).status).toBe(413);
    const calls = logged.mock.calls;
    logged.mockRestore();
    expect(calls).toEqual([]);
  });
});

it('ignores an onError that fails', async () => {
  for (const onError of [
    () => Promise.reject(new Error('log')),
    () => {
      throw new Error('log');
    },
  ]) {
    const { handler } = receiver({ onError });
    const url = await serve("Node's http", handler);
    expect((await post(url, text, { 'webhook-signature': 'v1,AAAA' })).status).toBe(400);
  }
});

it('rejects an invalid option at once', () => {
  expect(() => createWebhookHandler({ secrets: secret } as never)).toThrow(/onEvent/);
  expect(() => createWebhookHandler({ secrets: '', onEvent: () => {} })).toThrow(/whsec_/);
  expect(() => receiver({ maxBytes: Number.NaN })).toThrow(/maxBytes/);
});
