import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { type Tenant, userBody } from '../harness/factories.ts';
import { openRaw, type RawConnection } from '../harness/raw-connection.ts';
import { startTestService, type TestService } from '../harness/test-service.ts';

describe('the HTTP server', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  const answersTo = async (request: string) => {
    const connection = openRaw(service.address);
    connection.socket.write(request);
    await connection.ended;
    return connection.answers();
  };

  it('answers requests that were sent ahead in their order', async () => {
    const post = (body: object, more: string) => {
      const text = JSON.stringify(body);
      return `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}${more}\r\n\r\n${text}`;
    };
    const answers = await answersTo(
      post(userBody(), '') + post(userBody({ email: 'x' }), '\r\nConnection: close'),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 400]);
  });

  it('a body of 9 MB: 413, and the next request of a client that keeps connections is answered', async () => {
    const big = `{"email":"${'x'.repeat(9_000_000)}"}`;
    for (let round = 0; round < 4; round += 1) {
      const { token } = tenant;
      const answer = await service.createUser(tenant.externalServiceId, { token, rawBody: big });
      expect(answer.status).toBe(413);
      expect(answer.headers.get('connection')).toBe('close');
      const next = await service.createUser(tenant.externalServiceId, { token, body: userBody() });
      expect(next.status).toBe(201);
    }
  });

  it('a Content-Type as long as headers may be is refused as any other: 415', async () => {
    const answer = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      rawBody: '{}',
      headers: { 'Content-Type': `application/json${' '.repeat(15_000)}x` },
    });
    expect(answer.status).toBe(415);
  });

  it.each([
    ['HTTP/1.0 without Host: served', 200, 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 with Host: served', 200, 'GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n'],
    ['HTTP/1.1 without Host: 400', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a whole address without Host: 400', 400, 'GET http://x/healthz HTTP/1.1\r\n\r\n'],
    ['an empty Host: 400', 400, 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'],
    ['two equal Hosts: 400', 400, 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['two different Hosts: 400', 400, 'GET /healthz HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n'],
    ['two Hosts of HTTP/1.0: 400', 400, 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
    [
      'a body behind two Hosts: 400',
      400,
      'POST / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 9\r\n\r\n{}',
    ],
    ['a bad Host: 400', 400, 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['a target that is none: 400', 400, 'GET healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'an unknown expectation: ignored',
      200,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    ],
  ])('%s, in JSON, with a request id; and the connection ends', async (_what, status, request) => {
    const answers = await answersTo(request);
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    expect(answers[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
      connection: 'close',
    });
    const body = JSON.parse(answers[0]!.text);
    if (status === 200) expect(body).toEqual({ status: 'ok' });
    else expect(body.error).toMatchObject({ type: 'invalid_schema', issues: [{ code: 'invalid_http' }] });
  });
});

describe('how long a connection may take', () => {
  it('is 10 s for headers, 15 s for a request, 20 s of silence, 65 s for the next request; it is looked every second', async () => {
    const server = createHttpServer(
      { fetch: async () => new Response(), shed: () => undefined },
      { graceMillis: 0, trustedProxies: 0 },
    );
    // What Node serves by, as it tells of each request.
    const seen: unknown[] = [];
    const see = (message: unknown) => {
      const { server, socket } = message as { server: Server; socket: Socket };
      const { headersTimeout, requestTimeout, keepAliveTimeout } = server;
      const { connectionsCheckingInterval } = server as unknown as Record<string, number>;
      const silence = socket.timeout;
      seen.push({ headersTimeout, requestTimeout, silence, keepAliveTimeout, connectionsCheckingInterval });
    };
    subscribe('http.server.request.start', see);
    await fetch(await server.listen(0, '127.0.0.1'));
    unsubscribe('http.server.request.start', see);
    await server.drain();
    expect(seen).toEqual([
      {
        headersTimeout: 10_000,
        requestTimeout: 15_000,
        silence: 20_000,
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: 1_000,
      },
    ]);
  });
});

describe('requests that are not answered yet', () => {
  const request = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';
  /** A server whose answers wait until they are let go, and how many requests it has been handed. */
  const startHolding = async () => {
    const held: (() => void)[] = [];
    const server = createHttpServer(
      {
        fetch: () => new Promise((resolve) => held.push(() => resolve(new Response('answered')))),
        shed: () => undefined,
      },
      { graceMillis: 0, trustedProxies: 0, drainMillis: 200 },
    );
    const address = await server.listen(0, '127.0.0.1');
    return { held, address, drain: () => server.drain() };
  };
  const statusesOf = (connection: RawConnection) => connection.answers().map(({ status }) => status);

  it('sixteen on one connection are taken and answered; with the seventeenth it is cut off, and no other is', async () => {
    const { held, address, drain } = await startHolding();
    const [greedy, other] = [openRaw(address), openRaw(address)];
    greedy.socket.write(request.repeat(16));
    await expect.poll(() => held.length).toBe(16);
    for (const answer of held.splice(0)) answer();
    await expect.poll(() => statusesOf(greedy)).toEqual(Array(16).fill(200));
    // What is answered leaves its place to others.
    greedy.socket.write(request.repeat(16));
    await expect.poll(() => held.length).toBe(16);
    other.socket.write(request);
    await expect.poll(() => held.length).toBe(17);
    greedy.socket.write(request);
    await greedy.closed;
    expect(statusesOf(greedy)).toHaveLength(16);
    expect(held).toHaveLength(17);
    held.at(-1)!();
    await expect.poll(() => statusesOf(other)).toEqual([200]);
    await drain();
  });

  it('end with the time of a drain: the connection is cut off, though the client keeps it busy', async () => {
    const { held, address, drain } = await startHolding();
    const [answered, stuck] = [openRaw(address), openRaw(address)];
    for (const { socket } of [answered, stuck]) socket.write(request);
    await expect.poll(() => held.length).toBe(2);
    // Line ends are no request, and keep the timers of silence from ending it.
    const dripping = setInterval(() => stuck.socket.write('\r\n'), 50);
    const drained = drain();
    held[0]!();
    await expect.poll(() => statusesOf(answered)).toEqual([200]);
    await drained;
    await stuck.closed;
    clearInterval(dripping);
    expect(stuck.text()).toBe('');
  });

  it('behind which junk comes, and does not end, are cut off after 20 s, and not before', async () => {
    const { held, address, drain } = await startHolding();
    const connection = openRaw(address);
    connection.socket.write(request);
    await expect.poll(() => held.length).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turns = async () => {
      for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      let isClosed = false;
      connection.closed.then(() => {
        isClosed = true;
      });
      connection.socket.write('GARBAGE\r\n\r\n');
      while (vi.getTimerCount() === 0) await turns();
      vi.advanceTimersByTime(19_999);
      // Not what it is counted from.
      connection.socket.write('GARBAGE\r\n\r\n');
      await turns();
      expect(isClosed).toBe(false);
      vi.advanceTimersByTime(1);
      await connection.closed;
    } finally {
      vi.useRealTimers();
    }
    expect(connection.text()).toBe('');
    await drain();
  });
});
