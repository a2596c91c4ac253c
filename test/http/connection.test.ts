import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drip, openRaw, type RawConnection } from '../harness/clients/raw-connection.ts';
import { userBody } from '../harness/data/factories.ts';
import { startServiceOn, type TestService } from '../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const junk = 'GARBAGE\r\n\r\n';
const patience = { timeout: 20_000 };
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

const service = useTestService('postgresql');
const tenant = useTenant(service);

const open = (options = {}) => openRaw(service.address, options);
const head = (headers: string) =>
  `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const post = (body: unknown = userBody(), headers = '') => {
  const text = JSON.stringify(body);
  return head(`Content-Length: ${Buffer.byteLength(text)}${headers}`) + text;
};
const refusal = ({ text }: { text: string }) => JSON.parse(text).error;

async function statusesOf(connection: RawConnection): Promise<number[]> {
  await connection.ended;
  expect(connection.wasReset()).toBe(false);
  return connection.answers().map(({ status }) => status);
}

describe('junk after a complete request', () => {
  it.each([
    ['in one packet', (c: RawConnection) => c.socket.write(post() + junk)],
    ['that goes on and on', (c) => c.socket.write(post() + junk.repeat(20_000))],
  ] as [string, (c: RawConnection) => unknown][])('%s', async (_when, send) => {
    const connections = Array.from({ length: 30 }, () => open());
    await Promise.all(connections.map(send));
    for (const connection of connections) expect(await statusesOf(connection)).toEqual([201]);
  });

  it.each([
    ['one packet', async (c: RawConnection, text: string) => c.socket.write(text)],
    ['byte by byte', drip],
  ])('responds with 400 in JSON if a Content-Length counts an umlaut as one byte, %s', async (_how, send) => {
    for (let i = 0; i < 10; i += 1) {
      const text = JSON.stringify(userBody({ lastName: 'Müller-Lüdenscheidt' }));
      const connection = open({ stays: true });
      await send(connection, head(`Content-Length: ${text.length}`) + text);
      expect(await statusesOf(connection)).toEqual([400]);
      const { type, issues } = refusal(connection.answers()[0]!);
      expect([type, issues[0].code]).toEqual(['invalid_schema', 'invalid_json']);
      connection.socket.destroy();
    }
  });
});

describe('malformed HTTP, rejected in JSON with a request id before the connection ends', () => {
  it.each([
    ['no request line', () => junk],
    ['two equal Content-Lengths', () => `${head('Content-Length: 2\r\nContent-Length: 2')}{}`],
    ['two different Content-Lengths', () => `${head('Content-Length: 2\r\nContent-Length: 3')}{}`],
    [
      'Content-Length and Transfer-Encoding',
      () => `${head('Content-Length: 2\r\nTransfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'Transfer-Encoding and Content-Length',
      () => `${head('Transfer-Encoding: chunked\r\nContent-Length: 2')}0\r\n\r\n`,
    ],
    ['a folded header', () => `${head('X: a\r\n b\r\nContent-Length: 2')}{}`],
    ['a folded Host', () => 'GET /healthz HTTP/1.1\r\nHost: x\r\n y\r\n\r\n'],
    ['a space before the colon', () => 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a NUL in a header', () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['an invalid chunk', () => `${head('Transfer-Encoding: chunked')}zz\r\n{}`],
    ['an end in the middle of the headers', () => 'GET /healthz HTTP/1.1\r\nHost: x'],
    ['an end in the middle of the body', () => `${head('Content-Length: 200')}{"email":`],
    ['an end in the middle of a chunk', () => `${head('Transfer-Encoding: chunked')}5\r\n{"e`],
  ])('%s', async (what, request) => {
    const connection = open();
    if (what.startsWith('an end')) connection.socket.end(request());
    else connection.socket.write(request());
    expect(await statusesOf(connection)).toEqual([400]);
    const [answer] = connection.answers();
    expect(answer!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
      connection: 'close',
    });
    expect(refusal(answer!).type).toBe('invalid_schema');
  });

  it('rejects a broken body in order of the requests, with the caller’s request id', async () => {
    const connection = open();
    connection.socket.write(`${post()}${head('Transfer-Encoding: chunked\r\nX-Request-Id: broken')}zz\r\n{}`);
    expect(await statusesOf(connection)).toEqual([201, 400]);
    expect(connection.answers()[1]!.headers['x-request-id']).toBe('broken');
  });

  it('rejects a broken GraphQL body in JSON', async () => {
    const { secret } = await service.factories.operator('ADMIN');
    const connection = open();
    connection.socket.end(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query":`,
    );
    expect(await statusesOf(connection)).toEqual([400]);
    expect(connection.answers()[0]!.headers['content-type']).toContain('json');
  });

  it.each([
    ['hangs up', (c: RawConnection) => c.socket.destroy()],
    ['breaks its body', (c: RawConnection) => c.socket.write('zz\r\n')],
  ])('logs a client that %s as a client error', async (how, end) => {
    const id = `faulty-${how.replaceAll(' ', '-')}`;
    const logged = () => service.logLines.filter(({ callerRequestId }) => callerRequestId === id);
    const connection = open();
    connection.socket.write(`${head(`Transfer-Encoding: chunked\r\nX-Request-Id: ${id}`)}5\r\n{"ema\r\n`);
    await pause(100);
    end(connection);
    await expect.poll(logged, patience).toMatchObject([{ status: 400, errorType: 'invalid_schema' }]);
    connection.socket.destroy();
  });
});

describe('slow clients', () => {
  // The timeouts are a fraction of the real ones, which server-alone.test.ts checks.
  let impatient: TestService;
  beforeAll(async () => {
    const { database, url } = service;
    impatient = await startServiceOn(
      { database, url, drop: async () => {} },
      { headersMillis: 200, requestMillis: 300, silenceMillis: 600, keepAliveMillis: 200 },
    );
  });
  afterAll(() => impatient.stop());
  const keepWriting = (connection: RawConnection, text: string, millis = 50) => {
    const dripping = setInterval(() => connection.socket.write(text), millis);
    connection.closed.then(() => clearInterval(dripping));
  };

  it('rejects and disconnects a client with slow headers or a slow body', async () => {
    const [slowHeaders, slowBody] = [openRaw(impatient.address), openRaw(impatient.address)];
    slowHeaders.socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
    keepWriting(slowHeaders, 'X: y\r\n');
    slowBody.socket.write(head('Content-Length: 60000'));
    keepWriting(slowBody, ' ');
    await Promise.all([slowHeaders.closed, slowBody.closed]);
    expect(refusal(slowHeaders.answers()[0]!).issues[0].code).toBe('invalid_http');
    expect(refusal(slowBody.answers()[0]!).issues[0].code).toBe('incomplete_body');
  });

  it('disconnects a client that neither reads its responses nor sends anything', async () => {
    // Fetched from the service with normal timeouts, so that a busy machine has time to read.
    const whole = await (await fetch(`${service.address}/graphql/files/x/json.worker.js`)).text();
    const wholeBytes = 16 * whole.length;
    const connection = openRaw(impatient.address);
    connection.socket.once('data', () => connection.socket.pause());
    // More than the buffers on both sides can hold.
    connection.socket.write('GET /graphql/files/x/json.worker.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    await expect.poll(() => connection.socket.bytesRead, patience).toBeGreaterThan(0);
    // The test must not write here. Any write would count as activity.
    await pause(1_500);
    connection.socket.resume();
    await connection.closed;
    expect(connection.text().length).toBeLessThan(wholeBytes);
  });

  it('disconnects a client that pipelines requests without reading, while others are served', async () => {
    const before = process.memoryUsage().rss;
    const clients = Array.from({ length: 50 }, () => open());
    for (const { socket } of clients) {
      socket.pause();
      socket.write('GET /graphql/files/x/json.worker.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    }
    expect((await fetch(`${service.address}/healthz`)).status).toBe(200);
    await pause(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    for (const { socket } of clients) socket.resume();
    // The server closes these connections. The clients would read on.
    await Promise.all(clients.map(({ closed }) => closed));
    expect((await fetch(`${service.address}/healthz`)).status).toBe(200);
  });
});
