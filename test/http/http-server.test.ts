import { describe, expect, it } from 'vitest';
import { openRaw } from '../harness/clients/raw-connection.ts';
import { userBody } from '../harness/data/factories.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

describe('HTTP server', () => {
  const service = useTestService('postgresql');
  const tenant = useTenant(service);

  const answersTo = async (request: string) => {
    const connection = openRaw(service.address);
    connection.socket.write(request);
    await connection.ended;
    return connection.answers();
  };

  it('responds to pipelined requests in order', async () => {
    const post = (body: object, more: string) => {
      const text = JSON.stringify(body);
      return `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}${more}\r\n\r\n${text}`;
    };
    const answers = await answersTo(
      post(userBody(), '') + post(userBody({ email: 'x' }), '\r\nConnection: close'),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 400]);
  });

  it.each(['h2c', 'websocket'])(
    'ignores Upgrade: %s, and responds to the requests around it',
    async (protocol) => {
      const upgrade = `\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk`;
      const get = (more = '') => `GET /healthz HTTP/1.1\r\nHost: x${more}\r\n\r\n`;
      const post = (more: string, body = JSON.stringify(userBody())) =>
        `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}${more}\r\n\r\n${body}`;
      const last = '\r\nConnection: close';
      expect((await answersTo(get(upgrade) + get(last))).map(({ status }) => status)).toEqual([200, 200]);
      const answers = await answersTo(
        post('') + post(upgrade) + get(upgrade) + post(upgrade) + post(upgrade, '{}') + get() + get(last),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 400, 200, 200]);
      const many = get(upgrade).repeat(12);
      expect((await answersTo(many + get(last))).map(({ status }) => status)).toEqual(Array(13).fill(200));
    },
  );

  it('rejects a body of 9 MB with 413, and serves the next request of a keep-alive client', async () => {
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

  it('rejects a Content-Type of the maximum header length with 415', async () => {
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
    ['a raw #: 400', 400, 'GET /healthz#7 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a raw # in the query: 400', 400, 'GET /healthz?a#b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a raw # in a whole address: 400', 400, 'GET http://x/healthz#b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a bad Host: 400', 400, 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['an invalid target', 400, 'GET healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'an unknown expectation: ignored',
      200,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    ],
  ])('%s: responds in JSON with a request id, and ends the connection', async (_what, status, request) => {
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

  it.each(['gzip', 'gzip, chunked', 'identity, chunked', 'deflate,chunked'])(
    'rejects Transfer-Encoding %s with 501, and closes the connection',
    async (coding) => {
      const [answer, ...others] = await answersTo(
        `POST /api/v1/external-services/${tenant.externalServiceId}/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      );
      expect(others).toEqual([]);
      expect(answer).toMatchObject({ status: 501, headers: { connection: 'close' } });
      expect(JSON.parse(answer!.text).error.type).toBe('transfer_coding_unsupported');
    },
  );

  it('responds to OPTIONS * with the methods of the server, and serves the next request', async () => {
    const answers = await answersTo(
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.headers).toMatchObject({
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'x-request-id': expect.stringMatching(/./),
    });
  });
});
