import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedOutgoing, type OutgoingOptions } from '../../src/outgoing/guarded-outgoing.ts';
import { byNameServers } from '../../src/outgoing/resolve-name.ts';
import { OutgoingFailure } from '../../src/services/webhooks/webhook-dependencies.ts';
import { selfSigned } from '../harness/servers/certificate.ts';
import { type NameAnswer, startNameServer } from '../harness/servers/name-server.ts';

const name = 'hooks.example.com';
const request = { headers: { 'webhook-id': 'm1' }, body: '{"a":"ä"}', timeoutMillis: 50_000 };

/** Two loopback addresses. The rules of these tests treat the first one as public and the second one as private. */
const [open, closed] = ['127.0.0.2', '127.0.0.1'];
const judge = (address: string) => (address === open ? undefined : `in a range of the test: private`);

describe('outgoing requests', () => {
  const endings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  const listen = async (server: NetServer | Server, host = closed, port = 0) => {
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
    });
    server.listen(port, host);
    await once(server, 'listening');
    endings.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    });
    return { port: (server.address() as AddressInfo).port, sockets };
  };
  const serve = (answer: RequestListener, host?: string, port?: number) =>
    listen(createHttpServer(answer), host, port);
  const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const raw = (behave: (socket: Socket) => void) => listen(createServer(behave));
  const names = async (answer: Parameters<typeof startNameServer>[0]) => {
    const server = await startNameServer(answer);
    endings.push(server.close);
    return { asked: server.asked, resolve: byNameServers([server.address]) };
  };
  const post = (url: string, options: Partial<OutgoingOptions> = {}, more = {}) =>
    guardedOutgoing({ allowPrivate: true, ...options }).post(url, { ...request, ...more });
  const failure = async (url: string, options: Partial<OutgoingOptions> = {}, more = {}) => {
    const error = await post(url, options, more).catch((error) => error);
    expect(error).toBeInstanceOf(OutgoingFailure);
    return (error as Error).message;
  };

  it('sends body and headers by http to loopback in trial mode, and returns status, Retry-After and text', async () => {
    const seen: unknown[] = [];
    const { port } = await serve(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      seen.push([incoming.method, incoming.url, incoming.headers, body]);
      response.writeHead(503, { 'Retry-After': '120' }).end('later');
    });
    for (const host of ['127.0.0.1', 'localhost']) {
      const headers = { 'webhook-id': 'm1', host: 'other.example', CONNECTION: 'keep-alive' };
      expect(await post(`http://${host}:${port}/a%20b?c=d`, {}, { headers })).toEqual({
        status: 503,
        retryAfter: '120',
        text: 'later',
      });
      expect(seen.pop()).toEqual([
        'POST',
        '/a%20b?c=d',
        { 'webhook-id': 'm1', host: `${host}:${port}`, connection: 'close', 'content-length': '10' },
        request.body,
      ]);
    }
  });

  describe('host names', () => {
    it('rejects a name with any private record before connecting, without revealing the address', async () => {
      const atOpen = await serve(() => {}, open);
      const atClosed = await serve(() => {}, closed, atOpen.port);
      for (const records of [
        [open, closed],
        [closed, open],
        [open, '::1'],
      ]) {
        const { resolve } = await names(() => records);
        const said = await failure(`http://${name}:${atOpen.port}/`, { judge, resolve });
        expect(said).toBe(
          `${name} is not on the public internet (in a range of the test: private): give the receiver a public address.`,
        );
      }
      expect(atOpen.sockets).toEqual([]);
      expect(atClosed.sockets).toEqual([]);
    });

    it.each([
      ['https://intranet/', ['10.1.2.3'], 'in 10.0.0.0/8: private'],
      ['https://printer.local/', ['169.254.7.7'], 'in 169.254.0.0/16'],
      ['https://metadata.google.internal/', ['169.254.169.254'], 'in 169.254.0.0/16'],
      ['https://hooks.example.com/', ['8.8.8.8', '10.1.2.3'], 'in 10.0.0.0/8: private'],
      ['https://hooks.example.com/', ['8.8.8.8', 'fd00:ec2::254'], 'outside 2000::/3'],
      ['https://hooks.example.com/', ['64:ff9b::7f00:1'], 'in 127.0.0.0/8: this machine'],
      ['https://hooks.example.com/', ['::ffff:7f00:1'], 'outside 2000::/3'],
      ['https://loopback.example/', ['127.0.0.1'], 'in 127.0.0.0/8: this machine'],
      ['https://2130706433.example/', ['168.63.129.16'], 'in 168.63.129.16/32'],
    ])('rejects %s that resolves to %s', async (url, records, why) => {
      const { resolve, asked } = await names(() => records);
      const said = await failure(url, { allowPrivate: false, resolve });
      expect(said).toContain(why);
      for (const address of records) if (!why.includes(address)) expect(said).not.toContain(address);
      expect(asked).not.toEqual([]);
    });

    it('checks literal addresses without resolving them', async () => {
      const { resolve, asked } = await names(() => ['8.8.8.8']);
      for (const url of ['https://127.0.0.1/', 'https://0x7f.1/', 'https://[::1]/', 'https://localhost/'])
        expect(await failure(url, { allowPrivate: false, resolve })).toMatch(/127|::1|localhost/);
      expect(asked).toEqual([]);
    });

    it('does not read the hosts file of this machine by default', async ({ skip }) => {
      const hosts = (await readFile('/etc/hosts', 'utf8')).split('\n').filter((line) => /^\d/.test(line));
      // Resolvers know `localhost` without asking anybody. The name servers of a container may know its other names.
      const names = hosts
        .flatMap((line) => line.split(/\s+/).slice(1))
        .filter((each) => !/localhost/.test(each));
      const known = await Promise.allSettled(names.map((each) => new Resolver().resolve4(each)));
      const own = names.find((_each, n) => known[n]!.status === 'rejected');
      if (own === undefined) return skip('no name that only the hosts file knows');
      const message = await failure(`https://${own}/`, { allowPrivate: false });
      expect(message).toMatch(/has no address|did not say where/);
    });

    it('resolves a name only once, so that a changed record has no effect', async () => {
      const atOpen = await serve((_incoming, response) => response.end('open'), open);
      const atClosed = await serve((_incoming, response) => response.end('closed'), closed, atOpen.port);
      const { resolve, asked } = await names((_name, time) => [time === 1 ? open : closed]);
      expect(await post(`http://${name}:${atOpen.port}/`, { judge, resolve })).toMatchObject({
        text: 'open',
      });
      expect(asked.toSorted()).toEqual([`A ${name}`, `AAAA ${name}`]);
      expect(atClosed.sockets).toEqual([]);
      // The trap works. A second lookup would reach the private address.
      expect(await failure(`http://${name}:${atOpen.port}/`, { judge, resolve })).toContain(
        'not on the public',
      );
      expect(await post(`http://${name}:${atOpen.port}/`, { resolve })).toMatchObject({ text: 'closed' });
    });

    it.each(['http', 'https'])(
      '%s: checks the address of the connection again before the first byte',
      async (protocol) => {
        const received: Buffer[] = [];
        const ended: Promise<unknown>[] = [];
        const { port, sockets } = await raw((socket) => {
          socket.on('data', (chunk) => received.push(chunk));
          ended.push(closeOf(socket));
        });
        const judged: string[] = [];
        const changing = (address: string) => {
          judged.push(address);
          return judged.length === 1 ? undefined : 'another now';
        };
        const { resolve } = await names(() => [closed]);
        const said = await failure(`${protocol}://${name}:${port}/`, { judge: changing, resolve });
        expect(said).toContain('another now');
        expect(judged).toEqual([closed, closed]);
        await Promise.all(ended);
        expect([sockets.length, Buffer.concat(received).length]).toEqual([1, 0]);
      },
    );

    it('tries at most two of many addresses', async () => {
      const many = Array.from({ length: 100 }, (_, n) => `127.0.0.${n + 2}`);
      const { resolve } = await names(() => many);
      const second = await serve((_incoming, response) => response.end('second'), many[1]);
      expect(await post(`http://${name}:${second.port}/`, { resolve })).toMatchObject({ text: 'second' });
      const third = await serve(() => {}, many[2]);
      expect(await failure(`http://${name}:${third.port}/`, { resolve })).toContain('refused the connection');
      expect(third.sockets).toEqual([]);
    });

    it('connects if only one address family can be resolved', async () => {
      const { port } = await serve((_incoming, response) => response.end('there'));
      const { resolve } = await names((_name, _time, type) => (type === 'A' ? [closed] : 'fail'));
      expect(await post(`http://${name}:${port}/`, { resolve })).toMatchObject({ text: 'there' });
    });

    it('reports a name server that is down as such, not as a fault of the receiver', async () => {
      const away = await startNameServer(() => []);
      await away.close();
      expect(await failure(`https://${name}/`, { resolve: byNameServers([away.address]) })).toBe(
        `The name servers did not say where ${name} is (ECONNREFUSED).`,
      );
    });

    it.each([
      [[], `The name ${name} has no address: correct the URL, or the entries of its name server.`],
      ['fail', `The name servers did not say where ${name} is (ESERVFAIL).`],
    ] as [NameAnswer, string][])('reports a failed lookup (%j): %s', async (answer, said) => {
      const { resolve } = await names(() => answer);
      expect(await failure(`https://${name}/`, { resolve })).toBe(said);
    });
  });

  describe('connection', () => {
    it('returns the status of a redirect without following it', async () => {
      const trap = await serve((_incoming, response) => response.end());
      for (const status of [301, 302, 303, 307, 308]) {
        const location = `http://127.0.0.1:${trap.port}/`;
        const { port } = await serve((_incoming, response) =>
          response.writeHead(status, { Location: location }).end(),
        );
        expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status });
      }
      expect(trap.sockets).toEqual([]);
    });

    it.each(['http', 'https'])(
      '%s: opens a connection for each request and closes it after the response',
      async (protocol) => {
        const certificate = selfSigned('localhost');
        const behave = (socket: Socket) =>
          socket.once('data', () =>
            socket.write('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'),
          );
        const server = protocol === 'http' ? createServer(behave) : createTlsServer(certificate, behave);
        const { port, sockets } = await listen(server);
        const closes: Promise<unknown>[] = [];
        server.on('connection', (socket: Socket) => closes.push(closeOf(socket)));
        for (let time = 0; time < 3; time += 1)
          expect(await post(`${protocol}://localhost:${port}/`, { ca: certificate.cert })).toMatchObject({
            text: 'ok',
          });
        await Promise.all(closes);
        expect(sockets).toHaveLength(3);
      },
    );

    it('uses the name of the URL for TLS and Host, and connects to the checked address', async () => {
      const certificate = selfSigned(name);
      const seen: unknown[] = [];
      const server = createHttpsServer(certificate, (incoming, response) => {
        const { servername, localAddress } = incoming.socket as TLSSocket & { servername: string };
        seen.push([servername, incoming.headers.host, localAddress]);
        response.end('secret');
      });
      const { port } = await listen(server, open);
      const { resolve } = await names(() => [open]);
      const options = { judge, resolve, ca: certificate.cert, allowPrivate: false };
      expect(await post(`https://${name}:${port}/`, options)).toMatchObject({ status: 200, text: 'secret' });
      expect(await post(`https://${name}.:${port}/`, options)).toMatchObject({ status: 200 });
      expect(seen).toEqual([
        [name, `${name}:${port}`, open],
        [name, `${name}.:${port}`, open],
      ]);
    });

    it('rejects a wrong, unknown or expired certificate before sending anything', async () => {
      const expired = selfSigned(name, new Date(Date.now() - 1_000));
      const other = selfSigned('other.example.com');
      const good = selfSigned(name);
      const { resolve } = await names(() => [closed]);
      let requests = 0;
      const said = async (certificate: typeof good, ca?: string) => {
        const { port } = await listen(
          createHttpsServer(certificate, () => {
            requests += 1;
          }),
        );
        return failure(`https://${name}:${port}/`, { resolve, ...(ca === undefined ? {} : { ca }) });
      };
      expect(await said(other, other.cert)).toBe(
        `The certificate is not one of ${name}: give the receiver one of that name.`,
      );
      expect(await said(good)).toMatch(
        /^The certificate of hooks\.example\.com is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): renew/,
      );
      expect(await said(good, other.cert)).toContain('is not trusted');
      expect(await said(expired, expired.cert)).toContain('is not trusted (CERT_HAS_EXPIRED)');
      expect(requests).toBe(0);
    });

    it('ignores proxies and disabled certificate checks in the environment', async () => {
      const throughProxy: string[] = [];
      const proxy = createHttpServer((incoming, response) => {
        throughProxy.push(`${incoming.method} ${incoming.url}`);
        response.end('proxy');
      });
      proxy.on('connect', ({ url }, socket) => {
        throughProxy.push(`CONNECT ${url}`);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      const { port: proxyPort } = await listen(proxy);
      const received: string[] = [];
      const plain = await serve((incoming, response) => {
        received.push(`${incoming.method} plain`);
        response.end('receiver');
      });
      const certificate = selfSigned('localhost');
      const encrypted = await listen(
        createHttpsServer(certificate, (incoming, response) => {
          received.push(`${incoming.method} encrypted`);
          response.end('receiver');
        }),
      );
      const urls = [`http://127.0.0.1:${plain.port}/`, `https://localhost:${encrypted.port}/`];
      const module = new URL('../../src/outgoing/guarded-outgoing.ts', import.meta.url);
      const code = `
        import { get } from 'node:http';
        import { get as getEncrypted } from 'node:https';
        import { guardedOutgoing } from ${JSON.stringify(module)};
        const request = { headers: {}, body: '', timeoutMillis: 50_000 };
        const [plain, encrypted] = ${JSON.stringify(urls)};
        // Node's own go there: the trap is one.
        await new Promise((resolve) => get(plain, resolve).on('error', resolve));
        await new Promise((resolve) => getEncrypted(encrypted, resolve).on('error', resolve));
        const said = [];
        for (const [url, ca] of [[plain], [encrypted, ${JSON.stringify(certificate.cert)}], [encrypted]])
          said.push(await guardedOutgoing({ allowPrivate: true, ca }).post(url, request).then(({ text }) => text, ({ message }) => message));
        process.stdout.write(JSON.stringify(said), () => process.exit());`;
      const proxyUrl = `http://127.0.0.1:${proxyPort}`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        env: {
          NODE_USE_ENV_PROXY: '1',
          HTTP_PROXY: proxyUrl,
          HTTPS_PROXY: proxyUrl,
          http_proxy: proxyUrl,
          https_proxy: proxyUrl,
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
        },
      });
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await once(child, 'close');
      expect(JSON.parse(output)).toEqual([
        'receiver',
        'receiver',
        expect.stringContaining('is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      ]);
      expect(throughProxy).toEqual([`GET ${urls[0]}`, `CONNECT localhost:${encrypted.port}`]);
      expect(received).toEqual(['POST plain', 'POST encrypted']);
    });
  });

  describe('response', () => {
    const head = 'HTTP/1.1 200 OK\r\n';
    const answering = (...parts: (string | Buffer)[]) =>
      raw((socket) => {
        socket.once('data', () => {
          for (const part of parts) socket.write(part);
          socket.end();
        });
      });

    it('is cut after 64 KiB, and its first 1,024 bytes are kept', async () => {
      let written = 0;
      const closes: Promise<unknown>[] = [];
      const { port } = await raw((socket) => {
        closes.push(closeOf(socket));
        const pour = () => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384))) written += 16_384;
        };
        socket.on('drain', pour);
        socket.once('data', () => {
          socket.write(`${head}\r\n`);
          pour();
        });
      });
      expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
        status: 200,
        retryAfter: undefined,
        text: 'x'.repeat(1_024),
      });
      await Promise.all(closes);
      // The kernel buffers some more.
      expect(written).toBeLessThan(32 * 1_024 * 1_024);
    });

    it('loses a character cut at its end, and gets a replacement for NUL and invalid UTF-8', async () => {
      const { port } = await answering(`${head}\r\n`, 'x'.repeat(1_023), 'ä and more');
      expect((await post(`http://127.0.0.1:${port}/`)).text).toBe('x'.repeat(1_023));
      const odd = await answering(`${head}\r\n`, Buffer.of(0x61, 0x00, 0xff, 0x62));
      expect((await post(`http://127.0.0.1:${odd.port}/`)).text).toBe('a\ufffd\ufffdb');
    });

    it('keeps its status if the body breaks off', async () => {
      const { port } = await answering(`${head}Content-Length: 100\r\n\r\n`, 'half');
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: 'half' });
    });

    it('keeps what arrived of a slow body before the abort', async () => {
      const { port } = await raw((socket) => {
        socket.once('data', () => socket.write(`${head}Content-Length: 100\r\n\r\nhalf`));
      });
      const ending = new AbortController();
      // Fires when the head is parsed. The part of the body that came with it is read in the same turn.
      const stop = () => setImmediate(() => ending.abort());
      subscribe('http.client.response.finish', stop);
      endings.push(() => unsubscribe('http.client.response.finish', stop));
      const more = { signal: ending.signal };
      expect(await post(`http://127.0.0.1:${port}/`, {}, more)).toMatchObject({ status: 200, text: 'half' });
    });

    it('excludes informational responses that precede it', async () => {
      const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
      const { port } = await answering(early, 'HTTP/1.1 204 No Content\r\n\r\n');
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 204, text: '' });
    });

    it.each([
      ['nothing', [], 'closed the connection without a response.'],
      ['half a head', [head], 'closed the connection without a response.'],
      ['another protocol', ['220 smtp.example.com ESMTP\r\n'], 'is not HTTP/1.1 (HPE_'],
      ['a head without end', [head, `X-A: ${'x'.repeat(100_000)}`], 'is not HTTP/1.1 (HPE_HEADER_OVERFLOW)'],
      [
        'another protocol by agreement',
        ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
        'closed the connection without a response.',
      ],
    ])('rejects %s as a response', async (_what, parts, said) => {
      const { port } = await answering(...parts);
      expect(await failure(`http://127.0.0.1:${port}/`)).toContain(said);
    });

    it('is replaced by a failure if nothing listens or the port does not speak TLS', async () => {
      const { port } = await answering('HTTP/1.1 400 Bad Request\r\n\r\n');
      expect(await failure(`https://127.0.0.1:${port}/`)).toMatch(
        `127.0.0.1 does not speak TLS at port ${port} (`,
      );
      const gone = createServer();
      gone.listen(0, closed);
      await once(gone, 'listening');
      const { port: free } = gone.address() as AddressInfo;
      await new Promise((resolve) => gone.close(resolve));
      expect(await failure(`http://127.0.0.1:${free}/`)).toBe(
        `127.0.0.1 refused the connection to port ${free}: nothing listens there, or a firewall is in the way.`,
      );
    });
  });

  describe('time limit', () => {
    const silent = async () => {
      const closes: Promise<unknown>[] = [];
      const { port } = await raw((socket) => {
        socket.resume();
        closes.push(closeOf(socket));
      });
      return { port, closed: () => Promise.all(closes) };
    };

    it('covers the name server, the handshake and the response', async () => {
      const { resolve } = await names(() => 'silent');
      const more = { timeoutMillis: 300 };
      expect(await failure(`https://${name}/`, { resolve }, more)).toBe(
        `${name} did not respond within 0.3 s.`,
      );
      for (const protocol of ['https', 'http']) {
        const receiver = await silent();
        expect(await failure(`${protocol}://127.0.0.1:${receiver.port}/`, {}, more)).toBe(
          '127.0.0.1 did not respond within 0.3 s.',
        );
        await receiver.closed();
      }
    });

    it('is cut short by shutdown, which aborts pending requests and begins no new ones', async () => {
      const receiver = await silent();
      const ending = new AbortController();
      const waiting = ['https', 'http'].map((protocol) =>
        failure(`${protocol}://127.0.0.1:${receiver.port}/`, {}, { signal: ending.signal }),
      );
      setTimeout(() => ending.abort(), 100);
      const said = 'The service was stopped before 127.0.0.1 responded.';
      expect(await Promise.all(waiting)).toEqual([said, said]);
      await receiver.closed();
      const asked: string[] = [];
      const resolve = async (name: string) => {
        asked.push(name);
        return [closed];
      };
      const more = { signal: ending.signal };
      expect(await failure(`http://${name}/`, { resolve }, more)).toContain('The service was stopped before');
      expect(asked).toEqual([]);
    });
  });
});
