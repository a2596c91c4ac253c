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

/** A receiver that tells what it was told. */
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
  it('204 without a body to what is rightly signed, when onEvent is done', async () => {
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

  it('400 and why to a wrong signature; onEvent is not told, onError is', async () => {
    const { handler, events, errors } = receiver();
    const answer = await post(await serve(kind, handler), text, { 'webhook-signature': 'v1,AAAA' });
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/^no_match: None of the/) });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(events).toEqual([]);
    expect(errors).toEqual([[expect.any(WebhookVerificationError), undefined]]);
  });

  it('405 with Allow to what is no POST', async () => {
    const { handler } = receiver();
    const response = await fetch(await serve(kind, handler));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.text()).toBe('Webhooks are sent by POST.');
  });

  it('413 to a body that is too long, of a known length or not', async () => {
    const { handler, events } = receiver({ maxBytes: 1_000 });
    const url = await serve(kind, handler);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(2_000))),
    });
    // Where Express has read it whole, it has an end.
    const unknown = kind === 'Express with express.raw' ? streamOf('x'.repeat(100_000)) : endless;
    for (const body of ['x'.repeat(1_001), unknown]) {
      const { status, text } = await post(url, body);
      expect([status, text]).toEqual([413, expect.stringContaining('longer than 1000 bytes')]);
    }
    expect((await post(url, 'x'.repeat(1_000))).status).toBe(400);
    expect(events).toEqual([]);
  });

  it('500 when onEvent fails, without what it threw; the same event is taken when it comes again', async () => {
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
      'The receiver has failed; its log says why. Send it again.',
    ]);
    expect(errors).toEqual([[failure, expect.objectContaining({ sequence: 1_041 })]]);
    expect((await post(url)).status).toBe(204);
    expect((await post(url)).status).toBe(204);
    expect(count).toBe(2);
  });
});

const streamOf = (content: string) => new Response(content).body!;

describe('a body that was read before it was verified', () => {
  const bodyless = { status: 500, text: expect.stringMatching(/^body_not_raw: .*express\.raw/s) };

  it('Express, express.json() before it: 500, which says what to do, so that nothing is lost meanwhile', async () => {
    const { handler, events, errors } = receiver();
    const url = await serve(
      ({ nodeHandler }) => express().use(express.json()).post('/hook', nodeHandler),
      handler,
    );
    expect(await post(url)).toMatchObject(bodyless);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([[{ reason: 'body_not_raw' }, undefined]]);
  });

  it('Express, express.json() that keeps the raw one beside it: 204', async () => {
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

  it('Express, a parser for another type of content: 204, the body is read here', async () => {
    const { handler } = receiver();
    const other = express.raw({ type: 'application/pdf' });
    const url = await serve(({ nodeHandler }) => express().use(other).post('/hook', nodeHandler), handler);
    expect((await post(url)).status).toBe(204);
  });

  it('a server of Node whose stream somebody else has read: 500', async () => {
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

  it('a Request that somebody else has read: 500', async () => {
    const { handler } = receiver();
    const request = new Request('http://localhost/', { method: 'POST', body: text });
    await request.text();
    const answer = await handler.fetchHandler(request);
    expect({ status: answer.status, text: await answer.text() }).toMatchObject(bodyless);
  });
});

it('a sender that goes before the body is whole is told to onError, and the next one is served', async () => {
  for (const kind of ["Node's http", 'the Fetch API'] as const) {
    const { handler, events, errors } = receiver();
    const url = await serve(kind, handler);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    // The half has arrived when a whole one behind it has been answered.
    expect((await post(url)).status).toBe(204);
    socket.destroy();
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toMatchObject([
      { status: 400, message: expect.stringContaining('has gone') },
      undefined,
    ]);
    expect((await post(url)).status).toBe(204);
    expect(events).toHaveLength(2);
  }
});

it('a body that ends without having ended is no body: of platforms that tell it by `close` alone', async () => {
  const { handler, errors } = receiver();
  const request = Object.assign(new PassThrough(), { method: 'POST', headers: {} });
  let answered: string | undefined;
  const response = { statusCode: 0, setHeader: () => {}, end: (said?: string) => (answered = said) };
  const handled = handler.nodeHandler(request, response);
  request.write('half');
  request.destroy();
  await handled;
  expect([response.statusCode, answered]).toEqual([400, expect.stringContaining('has gone')]);
  expect(errors).toHaveLength(1);
});

describe('a request of Node whose framework', () => {
  /** What is answered to a request that was sent as it should be, of such a body; and whether its connection ends. */
  async function answerTo(body: object, options: Partial<WebhookHandlerOptions> = {}, sent = text) {
    const { handler, events } = receiver(options);
    const headers = await signWebhook({ secret, body: sent });
    // Read once there is a listener, as a request is.
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

  it('reads it as text: 204', async () => {
    expect(await answerTo({})).toEqual([204, 1, undefined]);
    expect(await answerTo({ body: text })).toEqual([204, 1, undefined]);
  });

  it('hands it over in pieces that part a character: 204', async () => {
    const sent = JSON.stringify({ ...JSON.parse(text), data: { name: 'Zoë 🎾' } });
    const on = (event: string, listener: (chunk?: Buffer) => void) => {
      if (event === 'data') for (const byte of Buffer.from(sent)) listener(Buffer.of(byte));
      if (event === 'end') listener();
    };
    expect(await answerTo({ on }, {}, sent)).toEqual([204, 1, undefined]);
  });

  it('does not tell whether it was read: 500 where a parser has left something, 204 where none has', async () => {
    expect(await answerTo({ body: {} })).toEqual([500, 0, undefined]);
    expect(await answerTo({ body: null })).toEqual([204, 1, undefined]);
    expect(await answerTo({ body: {}, readableDidRead: false })).toEqual([204, 1, undefined]);
  });

  it('is sent too much: 413, and what is left of it is not waited for', async () => {
    const { buffer } = Uint8Array.from(Buffer.from(text));
    for (const body of [{}, { body: text }, { body: buffer }, { rawBody: Buffer.from(text) }]) {
      expect(await answerTo(body, { maxBytes: text.length - 1 })).toEqual([413, 0, 'close']);
      expect((await answerTo(body, { maxBytes: text.length }))[0]).toBe(204);
    }
  });

  it('says that it is too long: 413, and nothing of it is read', async () => {
    const on = vi.fn();
    const headers = { 'content-length': '1001' };
    expect(await answerTo({ headers, on }, { maxBytes: 1_000 })).toEqual([413, 0, 'close']);
    expect(on).not.toHaveBeenCalled();
  });

  it('tells of a fault: onError is told, as the cause', async () => {
    const failure = new Error('reset');
    const onError = vi.fn();
    const on = (event: string, listener: (error: Error) => void) => event === 'error' && listener(failure);
    expect((await answerTo({ on }, { onError }))[0]).toBe(400);
    expect(onError.mock.calls[0]![0]).toMatchObject({ status: 400, cause: failure });
  });
});

it('what is this program’s own fault is 500, and so comes again: a platform without the cryptography', async () => {
  const headers = await signWebhook({ secret, body: text });
  const subtle = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no'));
  const answer = await answerOf(receiver().handler, headers);
  subtle.mockRestore();
  expect(answer).toEqual([500, expect.stringMatching(/^unsupported_platform: /)]);
});

it('a refusal that onEvent throws, of a webhook within, is a failure like any other', async () => {
  const refusal = new WebhookVerificationError('no_match', 'of another webhook');
  const onEvent = () => Promise.reject(refusal);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { handler } = receiver({ onEvent, onError: undefined });
  const answer = await answerOf(handler, await signWebhook({ secret, body: text }));
  const calls = logged.mock.calls;
  logged.mockRestore();
  expect(answer).toEqual([500, expect.stringMatching(/^The receiver has failed/)]);
  expect(calls).toEqual([[expect.any(String), refusal]]);
});

async function answerOf({ fetchHandler }: WebhookHandler, headers: Record<string, string>) {
  const response = await fetchHandler(
    new Request('http://localhost/', { method: 'POST', body: text, headers }),
  );
  return [response.status, await response.text()];
}

it('a Request that says that it is too long: 413, and nothing of it is read', async () => {
  const getReader = vi.fn();
  const headers = new Headers({ 'content-length': '1001' });
  const request = { method: 'POST', headers, bodyUsed: false, body: { getReader } } as object as Request;
  const { status } = await receiver({ maxBytes: 1_000 }).handler.fetchHandler(request);
  expect([status, getReader.mock.calls]).toEqual([413, []]);
});

it('a Request without a body is judged like an empty one', async () => {
  const { handler, errors } = receiver();
  const headers = await signWebhook({ secret, body: '' });
  const answer = await handler.fetchHandler(new Request('http://localhost/', { method: 'POST', headers }));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^invalid_body: /)]);
  expect(errors).toMatchObject([[{ reason: 'invalid_body' }, undefined]]);
});

describe('without onError', () => {
  const spied = () => vi.spyOn(console, 'error').mockImplementation(() => {});

  it('what onEvent throws, and a body that was parsed, are said by console.error: nobody else would hear of them', async () => {
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
        expect.stringContaining('the webhook was not taken'),
        expect.objectContaining({ reason: 'body_not_raw' }),
      ],
    ]);
  });

  it('what anybody may post is not: it would fill the log', async () => {
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

it('an onError that fails itself is in nobody’s way', async () => {
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

it('an option that cannot be right is refused at once', () => {
  expect(() => createWebhookHandler({ secrets: secret } as never)).toThrow(/onEvent/);
  expect(() => createWebhookHandler({ secrets: '', onEvent: () => {} })).toThrow(/whsec_/);
});
