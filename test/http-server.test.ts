import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '../src/services/api-token.ts';
import { type Tenant, userBody } from './harness/factories.ts';
import { startTestService, type TestService } from './harness/test-service.ts';

/** A connection on which a test writes what it likes. */
function open(service: TestService) {
  const socket: Socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    const openedAt = performance.now();
    socket.on('close', () => resolve(performance.now() - openedAt));
  });
  return { socket, closed, text: () => text };
}

describe('the HTTP server', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  const healthMillis = async () => {
    const startedAt = performance.now();
    expect((await fetch(`${service.address}/healthz`)).status).toBe(200);
    return performance.now() - startedAt;
  };
  const post = (headers: string, body = '') =>
    `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\n${headers}\r\n\r\n${body}`;
  const json = (body: unknown) =>
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(JSON.stringify(body))}`;

  it('cuts off a client that sends requests ahead and reads no answers; others are served meanwhile', async () => {
    const before = process.memoryUsage().rss;
    const clients = Array.from({ length: 50 }, () => open(service));
    for (const { socket } of clients) {
      socket.pause();
      socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    }
    expect(await healthMillis()).toBeLessThan(1_500);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    for (const { socket } of clients) socket.destroy();
  });

  it('answers requests that were sent ahead in their order', async () => {
    const { socket, text, closed } = open(service);
    const [first, second] = [userBody(), userBody({ email: 'x' })];
    socket.write(
      post(json(first), JSON.stringify(first)) +
        post(`${json(second)}\r\nConnection: close`, JSON.stringify(second)),
    );
    await closed;
    expect([...text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['201', '400']);
  });

  it('a stored write is never answered by the refusal of what was sent after it', async () => {
    const { socket, text, closed } = open(service);
    const body = userBody();
    socket.write(`${post(json(body), JSON.stringify(body))}GARBAGE\r\n\r\n`);
    await closed;
    expect(text().startsWith('HTTP/1.1 400')).toBe(false);
  });

  it('what is no HTTP is answered in the envelope, with a request id, and closed though the client stays', async () => {
    const { socket, text, closed } = open(service);
    socket.write('GARBAGE\r\n\r\n');
    expect(await closed).toBeLessThan(2_000);
    expect(text()).toContain('X-Request-Id: ');
    expect(JSON.parse(text().split('\r\n\r\n')[1]!).error.type).toBe('invalid_schema');
  });

  it('closes slow clients within 16 s: slow headers, a slow body, and one that only waits', async () => {
    const slowHeaders = open(service);
    slowHeaders.socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
    const dripHeaders = setInterval(() => slowHeaders.socket.write('X: y\r\n'), 500);
    const slowBody = open(service);
    slowBody.socket.write(post('Content-Type: application/json\r\nContent-Length: 60000'));
    const dripBody = setInterval(() => slowBody.socket.write(' '), 500);
    const times = await Promise.all([slowHeaders.closed, slowBody.closed]);
    clearInterval(dripHeaders);
    clearInterval(dripBody);
    for (const millis of times) expect(millis).toBeLessThan(17_000);
    expect(JSON.parse(slowBody.text().split('\r\n\r\n')[1]!).error.issues[0].code).toMatch(
      /incomplete_body|invalid_http/,
    );
  });

  it('closes a kept connection on which only line ends come', async () => {
    const impatient = await startTestService('embedded', { keepAliveMillis: 500 });
    const { socket, closed, text } = open(impatient);
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const drip = setInterval(() => socket.write('\r\n'), 200);
    expect(await closed).toBeLessThan(3_000);
    clearInterval(drip);
    expect(text()).toContain('200 OK');
    await impatient.stop();
  });

  it('a client that hangs up or breaks its body is its own fault: logged as such, not as ours', async () => {
    const before = service.logLines.length;
    const { socket } = open(service);
    socket.write(`${post('Content-Type: application/json\r\nTransfer-Encoding: chunked')}5\r\n{"ema\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await expect.poll(() => service.logLines.length).toBeGreaterThan(before);
    expect(service.logLines.at(-1)).toMatchObject({ status: 400, errorType: 'invalid_schema' });
  });

  it('a long Content-Type costs no time', async () => {
    const startedAt = performance.now();
    const answer = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      rawBody: '{}',
      headers: { 'Content-Type': `application/json${' '.repeat(15_000)}x` },
    });
    expect(answer.status).toBe(415);
    expect(performance.now() - startedAt).toBeLessThan(100);
  });

  it('a body of 9 MB: 413, and the next request of a client that keeps connections is answered', async () => {
    const big = `{"email":"${'x'.repeat(9_000_000)}"}`;
    for (let round = 0; round < 4; round += 1) {
      const answer = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        rawBody: big,
      });
      expect(answer.status).toBe(413);
      expect(answer.headers.get('connection')).toBe('close');
      const next = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        body: userBody(),
      });
      expect(next.status).toBe(201);
    }
  });

  it.each([
    [
      'an unknown expectation',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    ],
    ['no Host', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a bad Host', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ])('%s: an answer in JSON, with a request id', async (_what, request) => {
    const { socket, text, closed } = open(service);
    socket.write(request);
    await closed;
    expect(text()).toMatch(/x-request-id: /i);
    expect(JSON.parse(text().split('\r\n\r\n')[1]!)).toBeTypeOf('object');
  });

  it('behind proxies the address is the one that the outermost saw; what is none is not believed', async () => {
    const proxied = await startTestService('postgresql', {
      trustedProxies: 1,
      authFailureLimit: { perSecond: 1, burst: 10 },
    });
    const { externalServiceId } = await proxied.factories.tenant();
    const from = (forwarded: string) =>
      proxied.createUser(externalServiceId, {
        token: newToken('partner'),
        body: {},
        headers: { 'X-Forwarded-For': forwarded },
      });
    for (let i = 0; i < 12; i += 1) await from('203.0.113.1');
    expect((await from('10.0.0.1, 203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.1, 203.0.113.2')).status).toBe(401);
    expect((await from('x'.repeat(12_000))).status).toBe(401);
    await proxied.stop();
  });
});
