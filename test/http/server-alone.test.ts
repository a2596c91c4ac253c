import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { errorAnswer } from '../../src/http/envelope.ts';
import { createHttpServer, type HttpServer } from '../../src/http/http-server.ts';
import type { RequestHandler } from '../../src/http/request-handler.ts';
import { openRaw, type RawConnection } from '../harness/clients/raw-connection.ts';

type Fetched = Parameters<RequestHandler['fetch']>;
interface Held {
  target: string;
  request: Fetched[0];
  caller: Fetched[1];
  answer(body?: BodyInit): void;
}

const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const chunked = 'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const junk = 'GARBAGE\r\n\r\n';

let running: HttpServer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.map((server) => server.drain()));
  running = [];
});

/** Starts the server without a service behind it. It holds requests below `/held` and responds to all others with their target. */
async function start(
  overrides: Partial<Parameters<typeof createHttpServer>[1]> = {},
  shed: RequestHandler['shed'] = () => undefined,
) {
  const held: Held[] = [];
  const server = createHttpServer(
    {
      shed,
      methodsAt: (target) => (target === '/' ? ['GET'] : undefined),
      fetch: (request, caller, target = '') => {
        if (!target.startsWith('/held') && !target.startsWith('/body'))
          return Promise.resolve(new Response(target));
        return new Promise((resolve) => {
          held.push({ target, request, caller, answer: (body = target) => resolve(new Response(body)) });
        });
      },
    },
    { graceMillis: 0, trustedProxies: 0, drainMillis: 50, ...overrides },
  );
  running.push(server);
  const address = await server.listen(0, '127.0.0.1');
  const open = (options = {}) => openRaw(address, options);
  /** Sends requests and waits until the handler holds them. */
  const hold = async (text: string, count = 1) => {
    const connection = open();
    connection.socket.write(text);
    await expect.poll(() => held).toHaveLength(count);
    return connection;
  };
  return { server, held, address, open, hold };
}
const statusesOf = (connection: RawConnection) => connection.answers().map(({ status }) => status);
const textsOf = (connection: RawConnection) => connection.answers().map(({ text }) => text);
/** Lets pending local data arrive, for checks that nothing follows. */
const turns = async () => {
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
const isClosed = ({ closed }: RawConnection) =>
  Promise.race([closed.then(() => true), turns().then(() => false)]);
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('listening', () => {
  it('reports its address, including IPv6', async () => {
    const { address } = await start();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${address}/there`)).text()).toBe('/there');
    const server = createHttpServer(
      { fetch: async () => new Response('v6'), shed: () => undefined, methodsAt: () => undefined },
      { graceMillis: 0, trustedProxies: 0 },
    );
    running.push(server);
    const onSix = await server.listen(0, '::1');
    expect(onSix).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(await (await fetch(onSix)).text()).toBe('v6');
  });

  it('reports an error if the port is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const server = createHttpServer(
      { fetch: async () => new Response(), shed: () => undefined, methodsAt: () => undefined },
      { graceMillis: 0, trustedProxies: 0 },
    );
    await expect(server.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });
});

describe('requests passed to the handler', () => {
  it('passes on the target as it was sent and the address of the caller', async () => {
    const { open, held } = await start({ trustedProxies: 1 });
    const headers = 'X-Forwarded-For: 203.0.113.1\r\nX-Forwarded-Proto: https\r\n';
    open().socket.write(get('/held/../%2e?a', headers));
    await expect.poll(() => held).toHaveLength(1);
    expect(held[0]).toMatchObject({
      target: '/held/../%2e?a',
      caller: { address: '203.0.113.1', isSecure: true },
    });
    held[0]!.answer();
  });

  it('sends early rejections whole, in order and with the caller’s address, and passes nothing on', async () => {
    const refusal = new ApiError('service_unavailable', { message: 'ä' });
    const { open, held } = await start({ trustedProxies: 1 }, ({ url = '' }, caller) =>
      url.startsWith('/held')
        ? errorAnswer(refusal, { 'X-From': caller().address, 'X-Url': url })
        : undefined,
    );
    const connections = Array.from({ length: 3 }, () => open());
    for (const { socket } of connections) {
      const targets = Array.from({ length: 13 }, (_, n) => `/${n === 4 ? 'taken' : 'held'}/${n}`);
      socket.write(targets.map((target) => get(target, 'X-Forwarded-For: 203.0.113.1\r\n')).join(''));
    }
    for (const connection of connections) {
      await expect
        .poll(() => statusesOf(connection))
        .toEqual([...Array(4).fill(503), 200, ...Array(8).fill(503)]);
      const answers = connection.answers();
      expect(answers.map(({ headers }) => headers['x-url'])).toEqual(
        answers.map((_answer, n) => (n === 4 ? undefined : `/held/${n}`)),
      );
      expect(answers[0]!.headers['x-from']).toBe('203.0.113.1');
      expect(JSON.parse(answers[0]!.text).error.message).toBe('ä');
    }
    expect(held).toEqual([]);
  });

  it('does not pass on a request after one that ends the connection', async () => {
    const { hold, held } = await start();
    const connection = await hold(get('/held/1', 'Connection: close\r\n') + get('/held/2'));
    held[0]!.answer();
    await connection.ended;
    expect([textsOf(connection), held.length, connection.wasReset()]).toEqual([['/held/1'], 1, false]);
  });
});

describe('after a request that ends the connection', () => {
  const twoHosts = 'GET /held HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n';
  it.each([
    ['at once', (c: RawConnection) => c.socket.write(twoHosts + get('/held'))],
    [
      'later',
      async (c: RawConnection) => {
        c.socket.write(twoHosts);
        await c.ended;
        c.socket.write(get('/held'));
      },
    ],
  ])('does not pass on a request sent %s', async (_when, send) => {
    const { open, held } = await start();
    const connection = open({ stays: true });
    await send(connection);
    await connection.ended;
    await turns();
    expect([statusesOf(connection), connection.wasReset(), held]).toEqual([[400], false, []]);
    connection.socket.destroy();
  });
});

describe('silent connection', () => {
  it('is closed after headersMillis without a response, which a browser would take for that to its first request', async () => {
    const connection = (await start({ headersMillis: 200 })).open();
    await connection.closed;
    expect(connection.text()).toBe('');
  });

  it('is closed a second after keepAliveMillis, and only while no request is running', async () => {
    fakeTimers();
    const { open, held } = await start({ keepAliveMillis: 300_000 });
    const connection = open();
    connection.socket.write(get('/1'));
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
    connection.socket.write(get('/held'));
    while (held.length === 0) await turns();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(600_000);
    held[0]!.answer();
    while (vi.getTimerCount() === 0) await turns();
    vi.advanceTimersByTime(300_999);
    expect(await isClosed(connection)).toBe(false);
    expect(textsOf(connection)).toEqual(['/1', '/held']);
    vi.advanceTimersByTime(1);
    await connection.closed;
  });

  it.each([
    ['between requests', get('/1'), 0, 1],
    ['while a request is under way', get('/held'), 1, 0],
    ['while a request is under way, with junk behind it', get('/held') + junk, 1, 1],
  ])('leaves no timer behind when its client disconnects %s', async (_when, text, handed, timers) => {
    fakeTimers();
    const { open, held } = await start();
    const connection = open();
    connection.socket.write(text);
    while (held.length < handed || vi.getTimerCount() < timers) await turns();
    let hasLeft = handed === 0;
    held[0]?.caller.hold?.(1_000, () => {
      hasLeft = true;
    });
    connection.socket.resetAndDestroy();
    while (!hasLeft || vi.getTimerCount() > 0) await turns();
    held[0]?.answer();
    await turns();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is kept for the hold time, and reports when its client disconnects or stops sending', async () => {
    const sockets: Socket[] = [];
    const see = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
    subscribe('http.server.request.start', see);
    const { open, held } = await start({ silenceMillis: 30_000 });
    const left: string[] = [];
    const hold = async (name: string) => {
      const connection = open();
      connection.socket.write(get(`/held/${name}`));
      await expect.poll(() => held.at(-1)?.target).toBe(`/held/${name}`);
      const { caller, answer } = held.at(-1)!;
      const socket = sockets.at(-1)!;
      expect(socket.timeout).toBe(30_000);
      const letGo = caller.hold!(60_000, () => left.push(name));
      expect(socket.timeout).toBe(90_000);
      return { connection, socket, letGo, answer };
    };
    const [goes, ends, stays] = [await hold('goes'), await hold('ends'), await hold('stays')];
    unsubscribe('http.server.request.start', see);
    goes.connection.socket.destroy();
    ends.connection.socket.end();
    await expect.poll(() => new Set(left)).toEqual(new Set(['goes', 'ends']));
    stays.letGo();
    expect(stays.socket.timeout).toBe(30_000);
    stays.connection.socket.end();
    for (const { connection, answer } of [ends, stays]) {
      answer();
      await connection.ended;
    }
    expect([textsOf(ends.connection), textsOf(stays.connection)]).toEqual([['/held/ends'], ['/held/stays']]);
    expect(left).not.toContain('stays');
  });

  it('reports at once if its client has already disconnected', async () => {
    const { open, held } = await start();
    const [gone, ended] = [open(), open()];
    gone.socket.write(get('/held/gone'));
    await expect.poll(() => held).toHaveLength(1);
    const wasTold = { before: 0, gone: 0, ended: 0 };
    held[0]!.caller.hold!(1_000, () => {
      wasTold.before += 1;
    });
    gone.socket.destroy();
    await expect.poll(() => wasTold.before).toBeGreaterThan(0);
    await turns();
    const letGo = held[0]!.caller.hold!(1_000, () => {
      wasTold.gone += 1;
    });
    letGo();
    ended.socket.end(get('/held/ended'));
    await expect.poll(() => held).toHaveLength(2);
    await turns();
    held[1]!.caller.hold!(1_000, () => {
      wasTold.ended += 1;
    })();
    expect([wasTold.gone, wasTold.ended]).toEqual([1, 1]);
    held[1]!.answer();
    await ended.ended;
    expect(textsOf(ended)).toEqual(['/held/ended']);
  });

  it('is cut at once if its response fails', async () => {
    const { hold, held } = await start();
    const connection = await hold(get('/held'));
    held[0]!.caller.cut!();
    await connection.closed;
    expect(connection.text()).toBe('');
  });
});

describe('malformed HTTP', () => {
  it('is rejected in JSON, and a client that stays is disconnected a second later', async () => {
    fakeTimers();
    const { open } = await start();
    const connection = open({ stays: true });
    connection.socket.write(junk);
    await connection.ended;
    expect(statusesOf(connection)).toEqual([400]);
    connection.socket.write(junk);
    await turns();
    vi.advanceTimersByTime(999);
    expect(await isClosed(connection)).toBe(false);
    vi.advanceTimersByTime(1);
    // The client notices only when it sends more.
    while (!(await isClosed(connection))) connection.socket.write('x');
    expect(statusesOf(connection)).toEqual([400]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the connection after the response to a running request, with “Connection: close”', async () => {
    const { hold, held } = await start();
    const connection = await hold(get('/held/1') + get('/held/2') + junk, 2);
    held[1]!.answer();
    held[0]!.answer();
    await connection.ended;
    expect(textsOf(connection)).toEqual(['/held/1', '/held/2']);
    expect(connection.answers().map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
    expect(connection.wasReset()).toBe(false);
  });

  it('ends the connection once a started response is complete', async () => {
    // No timeout may end the connection during the test.
    const hour = 3_600_000;
    const { hold, held } = await start({ silenceMillis: hour, keepAliveMillis: hour });
    const connection = await hold(get('/held'));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    held[0]!.answer(readable);
    const writer = writable.getWriter();
    await writer.write(Buffer.from('first'));
    await expect.poll(connection.text).toContain('first');
    connection.socket.write(junk);
    await turns();
    await writer.write(Buffer.from('last'));
    await writer.close();
    await connection.ended;
    expect(connection.text()).toMatch(/first.*last\r\n0\r\n\r\n$/s);
    expect(connection.wasReset()).toBe(false);
  });

  it('leaves the complete body of an earlier request readable', async () => {
    const { hold, held } = await start();
    const connection = await hold(`POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody${junk}`);
    await turns();
    held[0]!.answer(await held[0]!.request.text());
    await connection.ended;
    expect(textsOf(connection)).toEqual(['body']);
  });

  it('gets no response after the last one, and does not change the timers', async () => {
    fakeTimers();
    const { open } = await start();
    const connection = open({ stays: true });
    connection.socket.write(get('/1', 'Connection: close\r\n'));
    await connection.ended;
    await turns();
    const timers = vi.getTimerCount();
    expect(timers).toBeGreaterThan(0);
    connection.socket.write('GET / HTTP/1.1\r\nHost : x\r\n\r\n');
    await turns();
    expect([vi.getTimerCount(), textsOf(connection)]).toEqual([timers, ['/1']]);
    vi.advanceTimersByTime(1_000);
    while (!(await isClosed(connection))) connection.socket.write('x');
    expect(textsOf(connection)).toEqual(['/1']);
  });

  it.each([
    ['the rest of a rejected request gets no response', 'left over\r\n\r\n', []],
    ['a request with an unknown method gets one', 'FOO / HTTP/1.1\r\n\r\n', [405]],
    ['a request of HTTP/1.0 is', 'FOO /nowhere HTTP/1.0\r\n\r\n', [404]],
    ['a request whose method is not a token gets one', '}GET / HTTP/1.1\r\n\r\n', [400]],
    ['a request with broken headers gets one', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', [400]],
    ['a request of HTTP/3.0 is', 'GET / HTTP/3.0\r\n\r\n', [400]],
    ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}`, [431]],
  ])('ends the connection between requests: %s', async (_what, text, statuses) => {
    const { open } = await start();
    const connection = open();
    connection.socket.write(get('/1'));
    await expect.poll(() => statusesOf(connection)).toEqual([200]);
    connection.socket.write(text);
    await connection.ended;
    expect([statusesOf(connection), connection.wasReset()]).toEqual([[200, ...statuses], false]);
  });

  it('gets no second response inside a body whose request was handled', async () => {
    const { hold, held } = await start();
    const connection = await hold(chunked);
    held[0]!.answer();
    await expect.poll(() => statusesOf(connection)).toEqual([200]);
    connection.socket.write('zz\r\n');
    await connection.ended;
    expect(statusesOf(connection)).toEqual([200]);
  });

  it('fails a body that is being read, but not the response', async () => {
    const { hold, held } = await start();
    const connection = await hold(chunked);
    const read = held[0]!.request.text().then(
      () => 'whole',
      () => 'broken',
    );
    connection.socket.write('zz\r\n');
    expect(await read).toBe('broken');
    held[0]!.answer('told');
    await connection.ended;
    expect([textsOf(connection), connection.wasReset()]).toEqual([['told'], false]);
  });

  it('causes no error inside an unread body', async () => {
    const { hold, held } = await start();
    const connection = await hold(chunked);
    connection.socket.write('zz\r\n');
    await turns();
    held[0]!.answer();
    await connection.ended;
    expect(statusesOf(connection)).toEqual([200]);
  });
});

describe('draining', () => {
  it('accepts connections only during the grace period, and asks open ones to close', async () => {
    const { server, address, open, held } = await start({ graceMillis: 150, drainMillis: 10_000 });
    const [before, under] = [open(), open()];
    before.socket.write(get('/before'));
    under.socket.write(get('/held'));
    await expect.poll(() => statusesOf(before)).toEqual([200]);
    await expect.poll(() => held).toHaveLength(1);
    const drained = server.drain();
    const during = await fetch(`${address}/during`, { headers: { Connection: 'close' } });
    expect(await during.text()).toBe('/during');
    await expect
      .poll(() =>
        fetch(address).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
    before.socket.write(get('/after'));
    await before.ended;
    expect(textsOf(before)).toEqual(['/before', '/after']);
    expect(before.answers().map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
    held[0]!.answer();
    await drained;
    await under.ended;
    expect(textsOf(under)).toEqual(['/held']);
    running = [];
  });

  it('closes idle connections', async () => {
    const { server, open } = await start({ drainMillis: 60_000 });
    const idle = open();
    idle.socket.write(get('/1'));
    await expect.poll(() => statusesOf(idle)).toEqual([200]);
    await server.drain();
    await idle.closed;
    expect(textsOf(idle)).toEqual(['/1']);
    running = [];
  });
});

describe('connection timeouts', () => {
  it('allows 10 s for headers, 15 s for a request, 20 s of silence and 65 s between requests', async () => {
    const server = createHttpServer(
      { fetch: async () => new Response(), shed: () => undefined, methodsAt: () => undefined },
      { graceMillis: 0, trustedProxies: 0 },
    );
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

describe('pending requests', () => {
  const request = get('/held');

  it('accepts 16 requests per connection, and cuts off only a connection with a 17th', async () => {
    const { held, address, server } = await start({ drainMillis: 200 });
    const [greedy, other] = [openRaw(address), openRaw(address)];
    greedy.socket.write(request.repeat(16));
    await expect.poll(() => held.length).toBe(16);
    for (const { answer } of held.splice(0)) answer();
    await expect.poll(() => statusesOf(greedy)).toEqual(Array(16).fill(200));
    greedy.socket.write(request.repeat(16));
    await expect.poll(() => held.length).toBe(16);
    other.socket.write(request);
    await expect.poll(() => held.length).toBe(17);
    greedy.socket.write(request);
    await greedy.closed;
    expect(statusesOf(greedy)).toHaveLength(16);
    expect(held).toHaveLength(17);
    held.at(-1)!.answer();
    await expect.poll(() => statusesOf(other)).toEqual([200]);
    await server.drain();
  });

  it('cuts off pending requests when the drain time ends, even if the client keeps sending', async () => {
    const { held, address, server } = await start({ drainMillis: 200 });
    const [answered, stuck] = [openRaw(address), openRaw(address)];
    for (const { socket } of [answered, stuck]) socket.write(request);
    await expect.poll(() => held.length).toBe(2);
    // Line ends are not a request, but they prevent a timeout for silence.
    const dripping = setInterval(() => stuck.socket.write('\r\n'), 50);
    const drained = server.drain();
    held[0]!.answer();
    await expect.poll(() => statusesOf(answered)).toEqual([200]);
    await drained;
    await stuck.closed;
    clearInterval(dripping);
    expect(stuck.text()).toBe('');
  });

  it('cuts off a request 20 s after junk follows it, even if more junk arrives', async () => {
    const { held, address, server } = await start({ drainMillis: 200 });
    const connection = openRaw(address);
    connection.socket.write(request);
    await expect.poll(() => held.length).toBe(1);
    fakeTimers();
    connection.socket.write(junk);
    while (vi.getTimerCount() === 0) await turns();
    vi.advanceTimersByTime(19_999);
    // More junk does not restart the timer.
    connection.socket.write(junk);
    expect(await isClosed(connection)).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await connection.closed;
    vi.useRealTimers();
    expect(connection.text()).toBe('');
    await server.drain();
  });
});
